# Serves examples/serve-worker.ts, bundled into worker.js beside this file.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "judge", worker = .judge)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "judge")],
);

const judge :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
  # Nothing of Node is there, so that it shows when something of it is used.
  compatibilityFlags = ["no_nodejs_compat"],
  bindings = [(name = "TOKEN", text = "c2VjcmV0LXRva2Vu")],
);
