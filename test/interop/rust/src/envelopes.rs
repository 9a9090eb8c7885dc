//! Envelopes and signatures.

use std::collections::HashMap;

use ed25519_dalek::{Signature, VerifyingKey};
use serde_json::{json, Value};
use treeship_core::attestation::{
    artifact_id_from_pae, digest_from_pae, pae, sign as seal, Ed25519Signer, Envelope, SignResult,
    Verifier,
};
use treeship_core::predicates;
use treeship_core::statements::{payload_type, ActionStatement, ReceiptStatement, SubjectRef};
use treeship_core::trust::{decode_ed25519_pubkey, encode_ed25519_pubkey};

use crate::{said, text, Answer};

/// `{envelope, keys: {id: text}}`: what the envelope says and whether it holds, step by step.
///
/// `verify` wants every signature to be good, `verify_any` one; `statement` and `predicate` are
/// there for receipts alone. Each is null when all is well, and else the error.
pub fn open(request: &Value) -> Answer {
    let envelope = Envelope::from_json(text(request, "envelope")?.as_bytes()).map_err(said)?;
    let verifier = Verifier::new(keys(request)?);
    let payload = envelope.payload_bytes().map_err(said)?;
    let signed = pae(&envelope.payload_type, &payload);
    let mut answer = json!({
        "id": artifact_id_from_pae(&signed),
        "digest": digest_from_pae(&signed),
        "payload_type": envelope.payload_type,
        "verify": verifier.verify(&envelope).err().map(said),
        "verify_any": verifier.verify_any(&envelope).err().map(said),
    });
    if envelope.payload_type == payload_type("receipt") {
        match envelope.unmarshal_statement::<ReceiptStatement>() {
            Ok(statement) => {
                let fault = predicates::validate(&statement.kind, statement.payload.as_ref()).err();
                answer["predicate"] = json!(fault.map(said));
                answer["statement"] = json!(statement);
            }
            Err(error) => answer["predicate"] = json!(said(error)),
        }
    }
    Ok(answer)
}

/// `{seed, key_id, kind, system, payload, subject?, parent?}`, or with `action` instead of `kind`:
/// a statement as the crate writes it, signed.
pub fn sign(request: &Value) -> Answer {
    let signer = signer(request)?;
    let parent = request.get("parent").and_then(Value::as_str);
    let result = match request.get("action").and_then(Value::as_str) {
        Some(action) => {
            let mut statement = ActionStatement::new("agent://interop", action);
            statement.parent_id = parent.map(str::to_string);
            seal(&payload_type("action"), &statement, &signer)
        }
        None => {
            let mut statement =
                ReceiptStatement::new(text(request, "system")?, text(request, "kind")?);
            statement.payload = request.get("payload").cloned();
            statement.parent_id = parent.map(str::to_string);
            statement.subject = subject(request);
            seal(&payload_type("receipt"), &statement, &signer)
        }
    };
    sealed(&result.map_err(said)?, &signer)
}

/// `{key, message, signature}` in hex: the verdict of `verify_strict`.
pub fn strict(request: &Value) -> Answer {
    let bytes = |member| hex::decode(text(request, member)?).map_err(said);
    let key: [u8; 32] = bytes("key")?.try_into().map_err(|_| "32 bytes")?;
    let signature: [u8; 64] = bytes("signature")?.try_into().map_err(|_| "64 bytes")?;
    let message = bytes("message")?;
    let verdict = VerifyingKey::from_bytes(&key)
        .and_then(|key| key.verify_strict(&message, &Signature::from_bytes(&signature)));
    Ok(json!({ "valid": verdict.is_ok() }))
}

/// `{seed, key_id}`: the key that signs.
pub fn signer(request: &Value) -> Result<Ed25519Signer, String> {
    let seed = hex::decode(text(request, "seed")?).map_err(said)?;
    let seed: [u8; 32] = seed.try_into().map_err(|_| "32 bytes")?;
    Ed25519Signer::from_bytes(text(request, "key_id")?, &seed).map_err(said)
}

/// A signed envelope with all that its reader has to find out again.
pub fn sealed(result: &SignResult, signer: &Ed25519Signer) -> Answer {
    let envelope = String::from_utf8(result.envelope.to_json().map_err(said)?).map_err(said)?;
    Ok(json!({
        "envelope": envelope,
        "id": result.artifact_id,
        "digest": result.digest,
        "public_key": encode_ed25519_pubkey(&signer.verifying_key()),
    }))
}

fn keys(request: &Value) -> Result<HashMap<String, VerifyingKey>, String> {
    let keys = request
        .get("keys")
        .and_then(Value::as_object)
        .ok_or("keys must be an object")?;
    keys.iter()
        .map(|(id, key)| {
            Ok((
                id.clone(),
                decode_ed25519_pubkey(key.as_str().unwrap_or(""))?,
            ))
        })
        .collect()
}

fn subject(request: &Value) -> Option<SubjectRef> {
    let artifact_id = request
        .get("subject")
        .and_then(Value::as_str)
        .map(str::to_string);
    artifact_id.map(|id| SubjectRef {
        artifact_id: Some(id),
        ..SubjectRef::default()
    })
}
