#!/bin/sh
# The journey by curl and what every shell has, over the HTTP routes. Prints one JSON report: the body of every answer.
set -eu

# Method, path, body. A refusal ends the journey and says its body.
call() {
    curl --silent --show-error --fail-with-body --max-time 120 -X "$1" "$SERVER$2" -d "${3:-}" \
        -H "Authorization: Bearer $TOKEN" -H "Sf-Workspace: $WORKSPACE" -H 'Content-Type: application/json' ||
        { echo "$1 $2 was refused" >&2; exit 1; }
}
# Outline, role, name: the ref in «{"ref":"e1","role":"textbox","name":"Name"».
ref() {
    printf %s "$1" | sed -n "s/.*\"ref\":\"\([a-z0-9]*\)\",\"role\":\"$2\",\"name\":\"$3\".*/\1/p"
}

open=$(call POST /browser "{\"browser\":\"$BROWSER\"}")
page=$(call POST /browser/navigate "{\"url\":\"$PAGE\",\"outline\":\"none\"}")
outline=$(call POST /browser/outline '{}')
write=$(call POST /browser/write "{\"selector\":\"$(ref "$outline" textbox Name)\",\"text\":\"Ada\",\"outline\":\"none\"}")
click=$(call POST /browser/interact/click "{\"selector\":{\"ref\":\"$(ref "$outline" button Greet)\"}}")
after=$(call POST /browser/outline '{"interactive":false}')
end=$(call DELETE /browser)
printf '{"steps":{"open":%s,"page":%s,"outline":%s,"write":%s,"click":%s,"after":%s,"end":%s}}\n' \
    "$open" "$page" "$outline" "$write" "$click" "$after" "$end"
