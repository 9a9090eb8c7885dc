//! Reads one request a line from stdin and writes one answer a line to stdout, both JSON. What is
//! asked is answered by `treeship-core`; nothing of a receipt is decided here.

mod envelopes;
mod judging;
mod package;

use std::io::{self, BufRead, Write};

use serde_json::{json, Value};

/// An answer, or why there is none.
type Answer = Result<Value, String>;

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let answer = answer(&line?).unwrap_or_else(|error| json!({ "error": error }));
        writeln!(out, "{answer}")?;
    }
    out.flush()
}

fn answer(line: &str) -> Answer {
    let request: Value = serde_json::from_str(line).map_err(said)?;
    match text(&request, "op")? {
        "about" => Ok(judging::about()),
        "open" => envelopes::open(&request),
        "sign" => envelopes::sign(&request),
        "strict" => envelopes::strict(&request),
        "digest" => judging::digest(&request),
        "validate" => judging::validate(&request),
        "decide" => judging::decide(&request),
        "judge" => judging::judge(&request),
        "package" => package::verify(&request),
        other => Err(format!("no such operation: {other}")),
    }
}

/// A member that must be text.
fn text<'a>(request: &'a Value, member: &str) -> Result<&'a str, String> {
    let value = request.get(member).and_then(Value::as_str);
    value.ok_or_else(|| format!("{member} must be text"))
}

fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}
