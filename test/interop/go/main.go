// Reads one request a line from stdin and writes one answer a line to stdout, both JSON.
//
// Pre-authentication encoding and signatures are those of go-securesystemslib; what is done here is
// to read base64url without padding, which that library does not.
package main

import (
	"bufio"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	"github.com/secure-systems-lab/go-securesystemslib/signerverifier"
)

type request struct {
	Op        string            `json:"op"`
	Envelope  string            `json:"envelope"`
	Keys      map[string]string `json:"keys"`
	Message   []byte            `json:"message_b64"`
	Signature []byte            `json:"signature_b64"`
	Key       []byte            `json:"public_key_b64"`
}

type answer struct {
	ID     string `json:"id,omitempty"`
	Digest string `json:"digest,omitempty"`
	Error  string `json:"error,omitempty"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() {
		given, err := answerTo(lines.Bytes())
		if err != nil {
			given.Error = err.Error()
		}
		if err := json.NewEncoder(out).Encode(given); err != nil {
			panic(err)
		}
	}
	if err := lines.Err(); err != nil {
		panic(err)
	}
}

func answerTo(line []byte) (answer, error) {
	var asked request
	if err := json.Unmarshal(line, &asked); err != nil {
		return answer{}, err
	}
	switch asked.Op {
	case "open":
		return open(asked)
	case "plain":
		return plain(asked)
	}
	return answer{}, fmt.Errorf("no such operation: %s", asked.Op)
}

// Accepted when every signature is good and by one of the keys.
func open(asked request) (answer, error) {
	var envelope dsse.Envelope
	if err := json.Unmarshal([]byte(asked.Envelope), &envelope); err != nil {
		return answer{}, err
	}
	payload, err := padded(&envelope.Payload)
	if err != nil {
		return answer{}, err
	}
	for i := range envelope.Signatures {
		if _, err := padded(&envelope.Signatures[i].Sig); err != nil {
			return answer{}, err
		}
	}
	var keys []dsse.Verifier
	for id, text := range asked.Keys {
		key, err := toKey(id, text)
		if err != nil {
			return answer{}, err
		}
		keys = append(keys, key)
	}
	verifier, err := dsse.NewMultiEnvelopeVerifier(max(1, len(envelope.Signatures)), keys...)
	if err != nil {
		return answer{}, err
	}
	if _, err := verifier.Verify(context.Background(), &envelope); err != nil {
		return answer{}, err
	}
	sum := sha256.Sum256(dsse.PAE(envelope.PayloadType, payload))
	digest := hex.EncodeToString(sum[:])
	return answer{ID: "art_" + digest[:32], Digest: "sha256:" + digest}, nil
}

// Message, signature and key in standard base64: accepted when the signature is good.
func plain(asked request) (answer, error) {
	if len(asked.Key) != ed25519.PublicKeySize {
		return answer{}, errors.New("a key has 32 bytes")
	}
	if !ed25519.Verify(asked.Key, asked.Message, asked.Signature) {
		return answer{}, errors.New("bad signature")
	}
	return answer{}, nil
}

func toKey(id, text string) (dsse.Verifier, error) {
	public, err := strict.DecodeString(strings.TrimPrefix(text, "ed25519:"))
	if err != nil {
		return nil, err
	}
	return signerverifier.NewED25519SignerVerifierFromSSLibKey(&signerverifier.SSLibKey{
		KeyID:   id,
		KeyType: signerverifier.ED25519KeyType,
		Scheme:  signerverifier.ED25519KeyType,
		KeyVal:  signerverifier.KeyVal{Public: hex.EncodeToString(public)},
	})
}

// Writes base64url without padding as standard base64, and gives its bytes.
func padded(text *string) ([]byte, error) {
	decoded, err := strict.DecodeString(*text)
	if err != nil {
		return nil, err
	}
	*text = base64.StdEncoding.EncodeToString(decoded)
	return decoded, nil
}

var strict = base64.RawURLEncoding.Strict()
