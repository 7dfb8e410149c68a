vcl 4.1;
# Varnish 7 with varnish-modules as the CDN of one's own: CDN_PURGE=varnish, CDN_PURGE_URL=http://<this host>/,
# CDN_PURGE_TOKEN as below. It keeps what may be kept, never answers to cookies from it, and forgets by tag.
import xkey;

backend web { .host = "127.0.0.1"; .port = "3000"; }

# Only who knows the token, and comes from these machines, may purge.
acl purgers { "127.0.0.1"; "::1"; }

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ purgers || req.http.x-purge-token != "change-this-token") {
      return (synth(403, "Forbidden"));
    }
    set req.http.purged = xkey.purge(req.http.xkey-purge);
    return (synth(200, "Purged " + req.http.purged));
  }
  if (req.method != "GET" && req.method != "HEAD") { return (pass); }
  # Whoever is signed in may see more than the page for all, so the house is asked; pictures know no cookies.
  if (req.url !~ "^/media/" && req.http.cookie ~ "(^|; *)auth_token=") { return (pass); }
  return (hash);
}

sub vcl_backend_response {
  set beresp.http.xkey = beresp.http.surrogate-key;
  # Nothing is served beyond what its headers say: a signature ends when it ends.
  set beresp.grace = 0s;
  set beresp.keep = 0s;
  if (beresp.http.cache-control ~ "(private|no-store|no-cache)" || beresp.http.set-cookie) {
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
  }
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.surrogate-key;
  if (obj.hits > 0) { set resp.http.x-cache = "hit"; } else { set resp.http.x-cache = "miss"; }
}
