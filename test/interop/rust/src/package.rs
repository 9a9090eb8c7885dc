//! Packages: receipts of any signer, sealed as a session's package and verified as one.

use std::fs;
use std::path::Path;

use serde_json::{json, Value};
use treeship_core::attestation::{artifact_id_from_pae, digest_from_pae, pae, Envelope};
use treeship_core::session::event::SessionEvent;
use treeship_core::session::manifest::SessionManifest;
use treeship_core::session::{
    build_package_with_approvals, verify_package_with_options, ApprovalsBundle, ArtifactEntry,
    ReceiptComposer,
};
use treeship_core::trust::TrustRootStore;

use crate::{said, text, Answer};

/// `{dir, envelopes: [text], keys: {id: text}}`: writes a package into an empty directory and
/// verifies it; the rows of the report, and the names of the files.
pub fn verify(request: &Value) -> Answer {
    let envelopes = request
        .get("envelopes")
        .and_then(Value::as_array)
        .ok_or("envelopes")?;
    let keys = request
        .get("keys")
        .and_then(Value::as_object)
        .ok_or("keys")?;
    let mut entries = Vec::new();
    let mut sealed = Vec::new();
    for envelope in envelopes {
        let raw = envelope.as_str().ok_or("an envelope is text")?.as_bytes();
        let entry = entry(raw)?;
        sealed.push((entry.artifact_id.clone(), raw.to_vec()));
        entries.push(entry);
    }
    let bundle = ApprovalsBundle {
        sealed_envelopes: sealed,
        signer_keys: keys
            .iter()
            .map(|(id, key)| (id.clone(), key.as_str().unwrap_or("").into()))
            .collect(),
        ..ApprovalsBundle::default()
    };
    let manifest = SessionManifest::new(
        "ssn_interop".into(),
        "agent://interop".into(),
        "2026-12-01T00:00:00Z".into(),
        1_796_083_200_000,
    );
    let events: Vec<SessionEvent> = Vec::new();
    let receipt = ReceiptComposer::compose(&manifest, &events, entries);
    let dir = Path::new(text(request, "dir")?);
    fs::create_dir_all(dir).map_err(said)?;
    let package = build_package_with_approvals(&receipt, dir, Some(&bundle)).map_err(said)?;
    let rows = verify_package_with_options(&package.path, &TrustRootStore::empty(), false);
    let rows: Vec<Value> = rows
        .map_err(said)?
        .iter()
        .map(|row| {
            json!({
                "name": row.name,
                "status": format!("{:?}", row.status).to_lowercase(),
                "detail": row.detail,
            })
        })
        .collect();
    Ok(json!({ "path": package.path, "rows": rows }))
}

fn entry(raw: &[u8]) -> Result<ArtifactEntry, String> {
    let envelope = Envelope::from_json(raw).map_err(said)?;
    let signed = pae(
        &envelope.payload_type,
        &envelope.payload_bytes().map_err(said)?,
    );
    Ok(ArtifactEntry {
        artifact_id: artifact_id_from_pae(&signed),
        payload_type: envelope.payload_type,
        digest: Some(digest_from_pae(&signed)),
        signed_at: None,
        unchained: false,
    })
}
