//! Digests, payload schemas, the policy and the judge.

use std::collections::BTreeMap;

use serde_json::{json, Value};
use treeship_core::attestation::sign as seal;
use treeship_core::judge::{
    self, check_answers, judgement_payload, questions_digest, rules_questions, Answer as Given,
    Judge, JudgeRequest, JudgeResponse, Question, RulesJudge, ToolCallState,
};
use treeship_core::predicates;
use treeship_core::statements::{payload_type, ReceiptStatement};

use crate::envelopes::{sealed, signer};
use crate::{said, text, Answer};

/// Which judge this crate has, and the kinds whose payloads it knows.
pub fn about() -> Value {
    json!({ "judge": RulesJudge::MODEL, "kinds": predicates::registered_suffixes() })
}

/// `{text}`: the digest of the state that the text is.
pub fn digest(request: &Value) -> Answer {
    let state: Value = serde_json::from_str(text(request, "text")?).map_err(said)?;
    Ok(json!({ "digest": judge::digest(&state) }))
}

/// `{kind, payload}`: the rule of the kind's schema that the payload breaks, or null. The payload
/// is text, so that no number is rewritten on the way.
pub fn validate(request: &Value) -> Answer {
    let payload: Value = serde_json::from_str(text(request, "payload")?).map_err(said)?;
    let fault = predicates::validate(text(request, "kind")?, Some(&payload)).err();
    Ok(json!({ "fault": fault.map(said) }))
}

/// `{question, answer, bar}`: whether the answer is one, and what it comes to.
pub fn decide(request: &Value) -> Answer {
    let member = |name: &str| request.get(name).cloned().unwrap_or(Value::Null);
    let question: Question = serde_json::from_value(member("question")).map_err(said)?;
    let answer: Given = serde_json::from_value(member("answer")).map_err(said)?;
    let asked = JudgeRequest {
        state: Value::Null,
        questions: BTreeMap::from([("q".to_string(), question.clone())]),
    };
    let response = JudgeResponse {
        judge: RulesJudge::info(),
        answers: BTreeMap::from([("q".to_string(), answer.clone())]),
        latency_ms: None,
        request_id: None,
        response_digest: None,
    };
    let fault = check_answers(&asked, &response).err();
    let bar = member("bar").as_f64().ok_or("bar must be a number")?;
    Ok(json!({
        "fault": fault.map(said),
        "decision": judge::decide(&question, &answer, bar),
    }))
}

/// `{state, seed, key_id, bar, at}`: asks the crate's own judge and signs what it says, one receipt
/// a question, each linked onto the one before.
pub fn judge(request: &Value) -> Answer {
    // Typed first, as the state of a tool call is made there: a bound becomes a float.
    let state: ToolCallState = serde_json::from_str(text(request, "state")?).map_err(said)?;
    let state = serde_json::to_value(state).map_err(said)?;
    let bar = request
        .get("bar")
        .and_then(Value::as_f64)
        .ok_or("bar must be a number")?;
    let signer = signer(request)?;
    let asked = JudgeRequest {
        state,
        questions: rules_questions(),
    };
    let response = RulesJudge.judge(&asked).map_err(said)?;
    check_answers(&asked, &response).map_err(said)?;
    let mut parent: Option<String> = None;
    let mut receipts = Vec::new();
    for (key, question) in &asked.questions {
        let answer = response.answers.get(key).ok_or("no answer")?;
        let payload = judgement_payload(
            &response.judge,
            &judge::digest(&asked.state),
            &questions_digest(&asked.questions),
            key,
            question,
            answer,
            bar,
            "policy://interop@1",
            &judge::decide(question, answer, bar),
            response.latency_ms,
            text(request, "at")?,
        );
        predicates::validate("judgement.v1", Some(&payload)).map_err(said)?;
        let mut statement = ReceiptStatement::new("system://treeship-judge", "judgement.v1");
        statement.payload = Some(payload);
        statement.parent_id = parent;
        let result = seal(&payload_type("receipt"), &statement, &signer).map_err(said)?;
        receipts.push(sealed(&result, &signer)?);
        parent = Some(result.artifact_id);
    }
    Ok(json!({ "receipts": receipts, "state_digest": judge::digest(&asked.state) }))
}
