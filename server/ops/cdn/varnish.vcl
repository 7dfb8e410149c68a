vcl 4.1;
# Varnish 7 with varnish-modules as your own CDN. Set CDN_PURGE=varnish, CDN_PURGE_URL=http://<this host>/ and
# CDN_PURGE_TOKEN as below. It caches cacheable responses, but not for signed-in users, and purges by tag.
import xkey;

backend web { .host = "127.0.0.1"; .port = "3000"; }

# Purging requires the token and one of these addresses.
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
  # Signed-in users may see more than the public page, so their requests bypass the cache. Pictures ignore cookies.
  if (req.url !~ "^/media/" && req.http.cookie ~ "(^|; *)auth_token=") { return (pass); }
  return (hash);
}

sub vcl_backend_response {
  set beresp.http.xkey = beresp.http.surrogate-key;
  # Serves nothing past its expiry, since signatures expire too.
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
