/**
 * This module contains names and values from real services. Some values contain credentials, and all other values must
 * stay readable.
 */

const listed = (text: string) => text.trim().split(/\s+/);

/** Names of headers, parameters and fields that contain credentials. */
export const secretNames = listed(`
  Authorization Proxy-Authorization Cookie Set-Cookie Set-Cookie2 Authentication-Info X-Authorization X-Auth X-Key X-Pwd
  X-Session-Id X-Session-Token X-Hub-Signature X-Hub-Signature-256 X-Api-Key X-API-KEY api_key apiKey APIKey apikey api-secret
  access_token accessToken AccessToken ACCESS_TOKEN refresh_token id_token IDToken client_secret clientSecret ClientSecret
  client_assertion code_verifier device_code user_code password Password new_password passwordConfirmation passwd passphrase
  passcode pwd pass secret secrets secretKey private_key privateKey private-key-pem signing_key encryption_key session sessionid
  session_id session_state PHPSESSID JSESSIONID jsessionid connect.sid ASP.NET_SessionId sid sig signature jwt bearer token
  tokens auth authkey auth_code otp totp mfa_code pin psk hmac csrf xsrf csrftoken csrfmiddlewaretoken _csrf X-CSRF-Token
  X-CSRFToken X-XSRF-TOKEN XSRF-TOKEN authenticity_token __RequestVerificationToken credentials user[password] token[0] token[]
  token%5B0%5D user%5Bpassword%5D access%5Ftoken access%255Ftoken oauth_token oauth_signature oauth_consumer_key oauth_nonce
  X-Amz-Security-Token X-Amz-Signature X-Amz-Credential x-amzn-oidc-data x-amzn-oidc-accesstoken aws_secret_access_key
  aws_access_key_id AWSAccessKeyId aws_session_token x-amz-server-side-encryption-customer-key X-Aws-Ec2-Metadata-Token
  X-Goog-Api-Key X-Goog-Signature X-Goog-Credential X-Goog-Iap-Jwt-Assertion X-Goog-Iam-Authorization-Token
  X-Goog-Channel-Token x-serverless-authorization X-Functions-Key Ocp-Apim-Subscription-Key x-ms-token-aad-access-token
  X-MS-TOKEN-AAD-ID-TOKEN x-ms-authorization-auxiliary x-ms-encryption-key SharedAccessSignature AccountKey SharedAccessKey
  sharedAccessKey accountkey X-GitHub-Token X-GitHub-OTP X-GitHub-Api-Token PRIVATE-TOKEN JOB-TOKEN Deploy-Token X-Gitlab-Token
  X-Gitea-Signature X-Bitbucket-Token Stripe-Signature stripe_secret_key X-Slack-Signature slack_token X-Twilio-Signature
  X-Twilio-Email-Event-Webhook-Signature X-Auth-Key X-Auth-Token X-Auth-Email CF-Access-Jwt-Assertion CF-Access-Client-Secret
  CF_Authorization Cf-Access-Token X-Auth-User-Service-Key cf-turnstile-token X-Shopify-Access-Token X-Shopify-Hmac-Sha256
  X-Shopify-Storefront-Access-Token Shopify-Storefront-Private-Token X-Okta-Session-Token X-Okta-XsrfToken sessionToken
  X-Vault-Token VAULT_TOKEN X-Consul-Token X-Nomad-Token secret_id bootstrap-token DD-API-KEY DD-APPLICATION-KEY dd_api_key
  X-Sentry-Auth sentry-hook-signature Sentry-Token X-Rollbar-Access-Token X-Honeycomb-Team X-Insert-Key X-License-Key
  X-NewRelic-Api-Key Api-Key X-Algolia-API-Key X-Parse-REST-API-Key X-Parse-Session-Token X-Parse-Master-Key X-RapidAPI-Key
  X-Mashape-Key X-Postmark-Server-Token X-Mailgun-Signature X-Plex-Token X-Emby-Token X-Figma-Token X-PagerDuty-Signature
  X-Telegram-Bot-Api-Secret-Token X-Line-Signature X-Zm-Signature X-Square-Hmacsha256-Signature Linear-Signature
  Svix-Signature Webhook-Signature Typeform-Signature Intuit-Signature PayPal-Transmission-Sig PayPal-Auth-Assertion
  X-Dropbox-Signature X-Hubspot-Signature-V3 X-Zendesk-Webhook-Signature X-Discourse-Api-Key Circle-Token X-Circleci-Token
  Travis-Token X-Buildkite-Token X-Snyk-Token X-NPM-Token npm_auth_token _authToken X-JFrog-Art-Api X-Jfrog-Art-Api-Key
  X-Atlassian-Token X-Redmine-API-Key X-N8N-API-KEY x-api-token xi-api-key x-goog-user-token anthropic-api-key X-OpenAI-Api-Key
  X-Wp-Nonce-Token X-Forwarded-Access-Token X-Forwarded-Authorization X-Original-Cookie X-Device-Token X-Push-Auth
  registration_token fcmToken apns-auth-token databasePassword db_passwd DB_PASS mysqlPwd smtp.password ldapBindPassword
  keystorePassword SAMLResponse SAMLRequest sso_ticket_token passkey webhookSecret X-Signature X-Sign-Signature sign Sec-WebSocket-Protocol
  sessionkey SESSIONKEY dbpass mysqlpass DBPWD userpwd phpsessid mysessid masterkey signingkey awsaccesskeyid sshkey
`);

/** Names whose values must stay readable. */
export const openNames = listed(`
  Accept Accept-Encoding Accept-Language Accept-Ranges Access-Control-Allow-Credentials Access-Control-Allow-Headers
  Access-Control-Allow-Methods Access-Control-Allow-Origin Access-Control-Max-Age Age Allow Alt-Svc Cache-Control Connection
  Content-Disposition Content-Encoding Content-Language Content-Length Content-Location Content-Range
  Content-Security-Policy Content-Type Date ETag Expect Expires Forwarded From Host If-Match If-Modified-Since If-None-Match
  If-Unmodified-Since Keep-Alive Last-Modified Link Location Origin Pragma Range Referer Referrer-Policy Refresh Retry-After
  Server Server-Timing Strict-Transport-Security TE Trailer Transfer-Encoding Upgrade User-Agent Vary Via WWW-Authenticate
  Proxy-Authenticate X-Content-Type-Options X-Frame-Options X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Powered-By
  X-Real-IP X-Request-Id X-Request-ID X-Requested-With X-Response-Time X-Runtime X-Correlation-Id traceparent tracestate baggage
  b3 X-B3-TraceId X-B3-SpanId X-Cloud-Trace-Context X-Trace-Id Idempotency-Key X-Idempotency-Key X-Cache X-Cache-Key Cache-Key
  Surrogate-Key Surrogate-Control Content-Digest Digest Priority Sec-Fetch-Mode Sec-Fetch-Site Sec-CH-UA Sec-WebSocket-Accept
  X-RateLimit-Limit X-RateLimit-Remaining X-RateLimit-Reset X-RateLimit-Remaining-Tokens x-ratelimit-limit-tokens
  anthropic-ratelimit-tokens-reset RateLimit-Policy max_tokens total_tokens prompt_tokens completion_tokens
  x-amz-date x-amz-algorithm X-Amz-Expires X-Amz-SignedHeaders x-amz-content-sha256 x-amz-id-2 x-amz-request-id X-Amzn-Trace-Id
  x-amz-version-id x-amz-server-side-encryption-aws-kms-key-id x-amz-storage-class x-goog-generation x-goog-hash
  x-goog-request-params X-Goog-Algorithm X-Goog-Date X-Goog-Expires X-Goog-SignedHeaders GoogleAccessId x-ms-version
  x-ms-client-request-id x-ms-request-id x-ms-blob-type x-ms-ratelimit-remaining-subscription-reads X-GitHub-Event
  X-GitHub-Delivery X-GitHub-Request-Id X-GitHub-Api-Version X-OAuth-Scopes X-Accepted-OAuth-Scopes X-Gitlab-Event
  X-Gitlab-Instance Stripe-Account Stripe-Version X-Slack-Request-Timestamp X-Slack-Retry-Num AccountSid MessageSid CallSid
  CF-Ray CF-Connecting-IP CF-IPCountry CF-Cache-Status CF-Access-Client-Id X-Shopify-Shop-Domain X-Shopify-Topic
  X-Shopify-API-Version X-Okta-Request-Id X-Okta-User-Agent-Extended X-Vault-Namespace X-Vault-Wrap-TTL Impersonate-User
  Impersonate-Group X-Remote-User DD-Trace-Id x-datadog-trace-id x-datadog-sampling-priority sentry-trace X-Algolia-Application-Id
  X-Parse-Application-Id PayPal-Transmission-Id PayPal-Cert-Url PayPal-Auth-Algo Svix-Id Svix-Timestamp Webhook-Id
  id name title page limit offset cursor q query sort sort_key order state code scope redirect_uri response_type grant_type
  client_id token_type token_endpoint expires_in token_expires_at signature_method signature_version oauth_version
  oauth_timestamp author authority monkey turkey keyboard keyword compass bypass passenger assignment design insider classified
  public_key publicKey primary_key foreignKey partition_key message_key routing-key cookie_domain session_timeout
  password_policy auth_method authenticated mime scenarioId scheme timeMs attempts hostname path method status userAgent
  createdAt updatedAt expiresAt iat tokenization stationKeyboard encompass overpass trespass donkey hotkey publickey
`);

/** Header values with secrets that must be redacted. The rest of each header value must stay unchanged. */
export const secretValues: readonly (readonly [text: string, redacted: string])[] = [
  ['0; url=/x?token=SECRET', '0; url=/x?token=REDACTED'],
  [
    '5;URL=https://a.test/cb#access_token=SECRET&state=1',
    '5;URL=https://a.test/cb#access_token=REDACTED&state=1',
  ],
  ['https://a.test/cb?id_token=SECRET#top', 'https://a.test/cb?id_token=REDACTED#top'],
  [
    '<https://a.test/?api_key=SECRET&page=2>; rel="next"',
    '<https://a.test/?api_key=REDACTED&page=2>; rel="next"',
  ],
  [
    '<https://a.test/?page=2>; rel="next", <https://a.test/?sig=SECRET>; rel="last"',
    '<https://a.test/?page=2>; rel="next", <https://a.test/?sig=REDACTED>; rel="last"',
  ],
  ['https://u:SECRET@a.test/x', 'https://REDACTED@a.test/x'],
  ['https://u:p@SECRET@a.test/x', 'https://REDACTED@a.test/x'],
  ['amqps://guest:SECRET@mq.test:5671/v', 'amqps://REDACTED@mq.test:5671/v'],
  [
    'postgres://app:SECRET@db.test/orders?sslmode=require',
    'postgres://REDACTED@db.test/orders?sslmode=require',
  ],
  ['redis://:SECRET@cache.test:6379/0', 'redis://REDACTED@cache.test:6379/0'],
  ['Bearer SECRET-1', 'Bearer REDACTED'],
  ['was: bearer SECRET.1/x, now none', 'was: bearer REDACTED, now none'],
  ['Basic dTpTRUNSRVQ=', 'Basic REDACTED'],
  ['sid=SECRET; theme=dark', 'sid=REDACTED; theme=dark'],
  [
    'theme=dark; session=SECRET; Path=/; HttpOnly; SameSite=Lax',
    'theme=dark; session=REDACTED; Path=/; HttpOnly; SameSite=Lax',
  ],
  ["/login?password=o'SECRET", '/login?password=REDACTED'],
  ["token='SECRET'; page=2", 'token=REDACTED; page=2'],
  ["https://a.test/?token='SECRET'&page=2", 'https://a.test/?token=REDACTED&page=2'],
  ['see https://a.test/?token=x;SECRET now; page=2', 'see https://a.test/?token=REDACTED now; page=2'],
  ['v=1; token="SECRET; more"; page=2', 'v=1; token=REDACTED"; page=2'],
  ['keyId="a",signature="SECRET+/=",algorithm="hs2019"', 'keyId="a",signature=REDACTED",algorithm="hs2019"'],
  ['{"user":"a","password":"SECRET"}', '{"user":"a","password":"REDACTED"}'],
  ['[{"next":"/x?token=SECRET"}]', '[{"next":"/x?token=REDACTED"}]'],
  ['{"a":"{\\"token\\":\\"SECRET\\"}"}', '{"a":"{\\"token\\":\\"REDACTED\\"}"}'],
  ['data=%7B%22token%22%3A%22SECRET%22%7D', 'data=%7B%22token%22%3A%22REDACTED%22%7D'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJTRUNSRVQifQ.SECRET', 'REDACTED'],
  ['old=1 eyJhbGciOiJub25lIn0.eyJTRUNSRVQiOjF9.', 'old=1 REDACTED'],
  // Schemes with other separators.
  ['Bearer\tSECRET-1', 'Bearer\tREDACTED'],
  ['was Bearer: SECRET-1', 'was Bearer: REDACTED'],
  ['a bearer=SECRET-1, b', 'a bearer=REDACTED b'],
  ['Bearer "SECRET-1"', 'Bearer "REDACTED"'],
  ["Bearer 'SECRET-1'", "Bearer 'REDACTED'"],
  ['x "Basic":"dTpTRUNSRVQ="', 'x "Basic":"REDACTED"'],
  // URLs that only lenient parsers accept.
  ['https:\\\\u:SECRET@a.test/x', 'https:\\\\REDACTED@a.test/x'],
  ['https:\\u:SECRET@a.test/x', 'https:\\REDACTED@a.test/x'],
  ['https:/u:SECRET@a.test/x', 'https:/REDACTED@a.test/x'],
  ['https:u:SECRET@a.test/x', 'https:REDACTED@a.test/x'],
  ['https:/\\u:SECRET@a.test/x', 'https:/\\REDACTED@a.test/x'],
  ['https:\\/u:p@SECRET@a.test/x', 'https:\\/REDACTED@a.test/x'],
  ['\\\\u:SECRET@a.test', '\\\\REDACTED@a.test'],
  ['"https:\\/\\/u:SECRET@a.test\\/x', '"https:\\/\\/REDACTED@a.test\\/x'],
  ['ftp://u:p\\SECRET@a.test', 'ftp://REDACTED@a.test'],
  // JSON that is surrounded by text or occurs several times.
  [')]}\',\n{"token":"SECRET","a":1}', ')]}\',\n{"token":"REDACTED","a":1}'],
  ['got {"password": "SECRET", "a": 1}', 'got {"password": "REDACTED", "a": 1}'],
  ['{"a":1}, {"token":"SECRET, SECRET"}', '{"a":1}, {"token":"REDACTED"}'],
  ['{"a":1}\n{"token":{"b":["SECRET"]},"c":"d"}\n{"e":2}', '{"a":1}\n{"token":"REDACTED","c":"d"}\n{"e":2}'],
  ['"{\\"token\\":\\"SECRET\\",\\"a\\":1}"', '"{\\"token\\":\\"REDACTED\\",\\"a\\":1}"'],
  ['x \\"token\\": \\"a\\\\\\"SECRET\\"', 'x \\"token\\": \\"REDACTED\\"'],
  ['x "token": "a\\"SECRET", "b": 1', 'x "token": "REDACTED", "b": 1'],
  ['x "token": "a\\\\", "b": 1', 'x "token": "REDACTED", "b": 1'],
  ['x "tok\\u0065n": "SECRET"', 'x "tok\\u0065n": "REDACTED"'],
  ['x "pin": 1234SECRET, "b": 1', 'x "pin": "REDACTED", "b": 1'],
  ['x "token": "SECRET', 'x "token": "REDACTED'],
  ["{'token': 'SECRET', 'a': 1}", "{'token': 'REDACTED', 'a': 1}"],
  ["{'token': {'a': '}SECRET'}, 'b': 1}", "{'token': 'REDACTED'"],
  ['\u{feff}{"token":"SECRET"}', '{"token":"REDACTED"}'],
  ['{"token":"SECRET","token":1}', '{"token":"REDACTED"}'],
  ['{"a":{"token":"SECRET"},"a":1}', '{"a":1}'],
  ['{"a":"Bearer SECRET-1","b":[{"a":1}],"a":1}', '{"a":1,"b":[{"a":1}]}'],
  ['token="a\\"SECRET"; page=2', 'token=REDACTED"; page=2'],
  // Header lines.
  ['X-Token : SECRET SECRET', 'X-Token : REDACTED'],
  [
    'Host: a.test\r\nX-Api-Key: SECRET SECRET\r\nAccept: */*',
    'Host: a.test\r\nX-Api-Key: REDACTED\r\nAccept: */*',
  ],
];

/** Paths with secrets that must be redacted. The rest of each path must stay unchanged. */
export const secretPaths: readonly (readonly [path: string, redacted: string])[] = [
  ['/a?next=/x?token=SECRET', '/a?next=/x?token=REDACTED'],
  ['/a?next=%2Fx%3Ftoken%3DSECRET&b=1', '/a?next=%2Fx%3Ftoken%3DREDACTED&b=1'],
  ['/a?next=%252Fx%253Ftoken%253DSECRET', '/a?next=%252Fx%253Ftoken%253DREDACTED'],
  ['/a?next=%2Fcaf%E9%3Ftoken%3DSECRET', '/a?next=%2Fcaf%E9%3Ftoken%3DREDACTED'],
  ['/a?next=%2Fx%3Ftoken%3DSECRET%26off%3D50%', '/a?next=%2Fx%3Ftoken%3DREDACTED%26off%3D50%25'],
  [
    '/a?next=https%3A%2F%2Fb.test%2F%3Fpassword%3Dx%2526SECRET',
    '/a?next=https%3A%2F%2Fb.test%2F%3Fpassword%3DREDACTED',
  ],
  ['/a?header=Authorization%3A+Bearer+SECRET-1', '/a?header=Authorization%3A%20Bearer%20REDACTED'],
  ['/a?payload=%7B%22token%22%3A+%22SECRET%22%7D', '/a?payload=%7B%22token%22%3A%22REDACTED%22%7D'],
  [
    '/a?state=%7B%22a%22:1,%22token%22:%22SECRET%22%7D&b=1',
    '/a?state=%7B%22a%22%3A1%2C%22token%22%3A%22REDACTED%22%7D&b=1',
  ],
  ['/a?state={"a":1,"token":"SECRET"}#b', '/a?state={"a":1,"token":"REDACTED"}#b'],
  ['/a?state={"a":{"token":"SECRET, SECRET"},"b":2}&c=3', '/a?state={"a":{"token":"REDACTED"},"b":2}&c=3'],
  ['/a?x=%22token%22%3A%22SECRET%22', '/a?x=%22token%22%3A%22REDACTED%22'],
  [
    '/a?next=%2Fb%3Fstate%3D%257B%2522a%2522%3A1%2C%2522token%2522%3A%2522SECRET%2522%257D',
    '/a?next=%2Fb%3Fstate%3D%257B%2522a%2522%253A1%252C%2522token%2522%253A%2522REDACTED%2522%257D',
  ],
  ['/a?u=https%3A%2F%2Fme%3ASECRET%40b.test%2F', '/a?u=https%3A%2F%2FREDACTED%40b.test%2F'],
  ['/a?redirect=https://b.test/?sig=SECRET', '/a?redirect=https://b.test/?sig=REDACTED'],
  ['/a;token=x/SECRET', '/a;token=REDACTED'],
  ['/a;token=SECRET;v=1/b?c=1', '/a;token=REDACTED;v=1/b?c=1'],
  ['/a;jsessionid=SECRET/lines?x=1', '/a;jsessionid=REDACTED/lines?x=1'],
  ['/a?token[0]=SECRET&token[1]=SECRET', '/a?token[0]=REDACTED&token[1]=REDACTED'],
  ['/a?token%5B0%5D=SECRET', '/a?token%5B0%5D=REDACTED'],
  ['/a?user%5Bpassword%5D=SECRET&user%5Bname%5D=x', '/a?user%5Bpassword%5D=REDACTED&user%5Bname%5D=x'],
  ['/a?X-Amz-Signature=SECRET&X-Amz-Expires=60', '/a?X-Amz-Signature=REDACTED&X-Amz-Expires=60'],
  ['/blob?sv=2024&se=2026&sr=b&sp=r&sig=SECRET%3D', '/blob?sv=2024&se=2026&sr=b&sp=r&sig=REDACTED'],
  ['/hook?access_token=SECRET#access_token=SECRET', '/hook?access_token=REDACTED'],
  ['/#access_token=SECRET&state=1', '/#access_token=REDACTED&state=1'],
  ['/verify/eyJhbGciOiJIUzI1NiJ9.eyJTRUNSRVQiOjF9.SECRET/done', '/verify/REDACTED/done'],
  ['https://u:p@SECRET@a.test/x?y=1', 'https://REDACTED@a.test/x?y=1'],
  ['/a?token=SECRET/with?more=SECRET', '/a?token=REDACTED'],
  ['/a?token={"a":"SECRET"}&b=1', '/a?token=REDACTED&b=1'],
  ['/a?token=SECRET={"a":"SECRET"}&b=1', '/a?token=REDACTED&b=1'],
];

/** Header values and paths that must stay unchanged. */
export const openValues = [
  'text/html; charset=utf-8',
  'multipart/form-data; boundary=----x',
  'application/json',
  'max-age=0, private, must-revalidate',
  'gzip, deflate;q=0.5, *;q=0',
  'W/"5e15153d-120f"',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
  'Basic realm="orders", charset="UTF-8"',
  'Bearer realm="orders", error="invalid_token", scope="read"',
  'for=192.0.2.60;proto=http;by=203.0.113.43',
  'attachment; filename="report 100%.pdf"',
  "default-src 'self'; img-src https://*.example.com",
  'Wed, 21 Oct 2026 07:28:00 GMT',
  '</style.css>; rel=preload; as=style',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  '/orders/1?page=2&limit=10&sort=-createdAt',
  '/orders?filter[status]=open&filter%5Bname%5D=a%20b',
  '/search?q=token%20ring&tag=monkey',
  '/tokens/secret/password',
  '/a?next=%2Forders%3Fpage%3D2',
  '/a?x=100%&y=%zz',
  '/a?filter=%7B%22id%22%3A%2012345678901234567890%7D',
  '/a?filter={"id":12345678901234567890,+"b":1.0}',
  '/a?f=%7B%22a%22%3A1e400%7D&q=caf%E9+au+lait',
  '{"id":12345678901234567890, "b":1.0}',
  '{"id":12345678901234567890, "b":{"a:b":"c:d\\"","e":"f: g"}}',
  '{"token_type":"Bearer", "expires_in":3600}',
  '{"a":1}, {"b": "c"}',
  'Host: a.test\r\nAccept: */*',
  'Date: Wed, 21 Oct 2026 07:28:00 GMT',
  '"a": "b", \'c\': 1',
  'https://a.test/@me/x',
] as const;
