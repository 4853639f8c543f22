#!/bin/sh
# Makes the bucket and a key that may read and write in it and do nothing else. Run again, it changes nothing.
# Where the store has no administration (not every S3 has MinIO's) and KEY_OUT is set, the root key is handed on instead, with
# a warning: compose must start with any store. Without KEY_OUT that is an error.
#   STORE_URL   http://host:port        STORE_BUCKET   the bucket
#   ROOT_KEY    folder with access-key and secret-key of the store's root
#   APP_KEY     folder with access-key and secret-key that shall be made
#   KEY_OUT     folder that the key in force is written to
set -eu
umask 077
export MC_CONFIG_DIR=/tmp/mc
root_name=$(cat "$ROOT_KEY/access-key")
root_secret=$(cat "$ROOT_KEY/secret-key")
app_name=$(cat "$APP_KEY/access-key")
app_secret=$(cat "$APP_KEY/secret-key")
# In the environment rather than as arguments, which every process could read.
export MC_HOST_store="${STORE_URL%%://*}://$root_name:$root_secret@${STORE_URL#*://}"

tries=0
until mc ls store >/dev/null 2>&1; do
  tries=$((tries + 1))
  [ "$tries" -lt 60 ] || { echo "store-setup: $STORE_URL does not answer to its root key" >&2; exit 1; }
  sleep 1
done

hand_on() { # access key, secret key
  [ -n "${KEY_OUT:-}" ] || return 0
  for pair in "access-key:$1" "secret-key:$2"; do
    printf %s "${pair#*:}" >"$KEY_OUT/.new"
    chmod 400 "$KEY_OUT/.new"
    mv -f "$KEY_OUT/.new" "$KEY_OUT/${pair%%:*}"
  done
}

if ! mc admin user list store >/dev/null 2>&1; then
  [ -n "${KEY_OUT:-}" ] || { echo 'store-setup: this store has no administration; make the key by hand' >&2; exit 1; }
  echo 'store-setup: WARNING: this store has no administration; its root key is used for the pictures' >&2
  # With that key the services can make the bucket themselves, if it is not to be had this way.
  mc mb --ignore-existing "store/$STORE_BUCKET" >/dev/null 2>&1 || true
  hand_on "$root_name" "$root_secret"
  exit 0
fi

mc mb --ignore-existing "store/$STORE_BUCKET" >/dev/null
cat >/tmp/policy.json <<POLICY
{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Effect": "Allow",
      "Action": ["s3:ListBucket", "s3:GetBucketLocation", "s3:ListBucketMultipartUploads"],
      "Resource": ["arn:aws:s3:::$STORE_BUCKET"]
    },
    {
      "Effect": "Allow",
      "Action": ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"],
      "Resource": ["arn:aws:s3:::$STORE_BUCKET/*"]
    }
  ]
}
POLICY
mc admin policy create store pictures /tmp/policy.json >/dev/null
mc admin user add store "$app_name" "$app_secret" >/dev/null
# Attaching what is attached already is an error for mc; whether it holds is asked afterwards.
mc admin policy attach store pictures --user "$app_name" >/dev/null 2>&1 || true
case "$(mc admin user info store "$app_name")" in
  *pictures*) ;;
  *) echo 'store-setup: the key could not be given its policy' >&2; exit 1 ;;
esac
hand_on "$app_name" "$app_secret"
echo 'store-setup: the key of the pictures may use this bucket and nothing else'
