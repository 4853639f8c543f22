#!/bin/sh
# Creates the bucket, and for each process a key limited by its policy. Idempotent. Where the store lacks MinIO's
# administration API and KEY_OUT is set, passes on the root key instead, with a warning, because compose must start with
# any store. Without KEY_OUT that is an error.
#   STORE_URL   http://host:port        STORE_BUCKET   the bucket
#   ROOT_KEY    folder with access-key and secret-key of the store's root
#   KEYS        folder with <name>.access-key, <name>.secret-key and <name>.policy for each key to create, and
#               retired.access-key for one to remove
#   KEY_OUT     folder for the keys in force, with a subfolder per name
#   STORE_VERSIONS_DAYS  how long earlier versions of objects are kept (14); 0: doesn't change versioning
# mc's image has coreutils and a shell, but not sed or grep.
set -eu
umask 077
export MC_CONFIG_DIR=/tmp/mc
root_name=$(cat "$ROOT_KEY/access-key")
root_secret=$(cat "$ROOT_KEY/secret-key")
# Not in arguments, which every process could read.
export MC_HOST_store="${STORE_URL%%://*}://$root_name:$root_secret@${STORE_URL#*://}"
# Where mc looks for the store's authority.
if [ -n "${S3_CA_FILE:-}" ]; then
  mkdir -p "$MC_CONFIG_DIR/certs/CAs"
  cp "$S3_CA_FILE" "$MC_CONFIG_DIR/certs/CAs/store.crt"
fi

tries=0
until mc ls store >/dev/null 2>&1; do
  tries=$((tries + 1))
  [ "$tries" -lt 60 ] || { echo "store-setup: $STORE_URL does not accept its root key" >&2; exit 1; }
  sleep 1
done

hand_on() { # name, access key, secret key
  [ -n "${KEY_OUT:-}" ] || return 0
  mkdir -p "$KEY_OUT/$1"
  for pair in "access-key:$2" "secret-key:$3"; do
    printf %s "${pair#*:}" >"$KEY_OUT/$1/.new"
    chmod 400 "$KEY_OUT/$1/.new"
    mv -f "$KEY_OUT/$1/.new" "$KEY_OUT/$1/${pair%%:*}"
  done
}
# From before each process had a key.
[ -z "${KEY_OUT:-}" ] || rm -f "$KEY_OUT/access-key" "$KEY_OUT/secret-key"

# Keeps earlier versions against mistakes, and expires them, because a deletion on request must become final: versioning
# is enabled only if the store accepted the expiration rule. Unprocessed uploads, which may contain a location, and the
# many radar frames expire after a day.
keep_versions() {
  days=${STORE_VERSIONS_DAYS:-14}
  [ "$days" != 0 ] || return 0
  case $(mc --json ilm rule export "store/$STORE_BUCKET" 2>&1) in
    *'"deleted-is-gone"'*)
      mc ilm rule edit --id deleted-is-gone --noncurrent-expire-days "$days" "store/$STORE_BUCKET" >/dev/null 2>&1 || true
      ;;
    *NoSuchLifecycleConfiguration*)
      printf %s '{"Rules":[
        {"ID":"deleted-is-gone","Status":"Enabled","Filter":{},"NoncurrentVersionExpiration":{"NoncurrentDays":'"$days"'},
         "Expiration":{"ExpiredObjectDeleteMarker":true},"AbortIncompleteMultipartUpload":{"DaysAfterInitiation":1}},
        {"ID":"uploads-are-gone","Status":"Enabled","Filter":{"Prefix":"staging/"},
         "NoncurrentVersionExpiration":{"NoncurrentDays":1}},
        {"ID":"radar-is-gone","Status":"Enabled","Filter":{"Prefix":"public/radar/"},
         "NoncurrentVersionExpiration":{"NoncurrentDays":1},"Expiration":{"Days":1}}]}' |
        mc ilm rule import "store/$STORE_BUCKET" >/dev/null 2>&1 || true
      ;;
    *'"config"'*)
      echo "store-setup: $STORE_BUCKET has custom rules; they and its versions are left unchanged"
      return 0
      ;;
  esac
  case $(mc ilm rule export "store/$STORE_BUCKET" 2>/dev/null) in
    *"\"NoncurrentDays\":$days}"*) ;;
    *)
      echo 'store-setup: no earlier versions are kept: this store does not support expiration rules'
      return 0
      ;;
  esac
  if mc version enable "store/$STORE_BUCKET" >/dev/null 2>&1; then
    echo "store-setup: earlier versions are kept for $days days"
  else
    echo 'store-setup: no earlier versions are kept: this store does not support versioning'
  fi
}

# Prints a policy with the bucket's name filled in.
policy_of() { # name
  rest=$(cat "$KEYS/$1.policy")
  while [ "${rest#*:::BUCKET}" != "$rest" ]; do
    printf '%s:::%s' "${rest%%:::BUCKET*}" "$STORE_BUCKET"
    rest=${rest#*:::BUCKET}
  done
  printf %s "$rest"
}

names=$(cd "$KEYS" && for file in *.policy; do echo "${file%.policy}"; done)

if ! mc admin user list store >/dev/null 2>&1; then
  [ -n "${KEY_OUT:-}" ] || { echo 'store-setup: this store has no administration API; create the keys by hand' >&2; exit 1; }
  echo 'store-setup: WARNING: this store has no administration API; its root key is used for everything' >&2
  # If this fails, the services can create the bucket.
  mc mb --ignore-existing "store/$STORE_BUCKET" >/dev/null 2>&1 || true
  for name in $names; do hand_on "$name" "$root_name" "$root_secret"; done
  keep_versions
  exit 0
fi

mc mb --ignore-existing "store/$STORE_BUCKET" >/dev/null
for name in $names; do
  key=$(cat "$KEYS/$name.access-key")
  secret=$(cat "$KEYS/$name.secret-key")
  policy_of "$name" >/tmp/policy.json
  mc admin policy create store "aw-$name" /tmp/policy.json >/dev/null
  mc admin user add store "$key" "$secret" >/dev/null
  # Reattaching a policy is an error in mc; the result is checked below.
  mc admin policy attach store "aw-$name" --user "$key" >/dev/null 2>&1 || true
  case "$(mc admin user info store "$key")" in
    *"aw-$name"*) ;;
    *) echo "store-setup: the policy for the key of $name could not be attached" >&2; exit 1 ;;
  esac
  hand_on "$name" "$key" "$secret"
done
if [ -f "$KEYS/retired.access-key" ]; then
  mc admin user remove store "$(cat "$KEYS/retired.access-key")" >/dev/null 2>&1 || true
  mc admin policy remove store pictures >/dev/null 2>&1 || true
fi
keep_versions
echo "store-setup: every process has its own key for the bucket $STORE_BUCKET ("$names")"
