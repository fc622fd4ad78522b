export const STAFF_TABLES = `
create table staff_members (
  id text primary key,
  email text not null unique,
  name text not null,
  email_verified integer default 0 not null,
  image text,
  disabled_at bigint,
  created_at text not null,
  updated_at text not null,
  role text default 'owner' not null,
  version integer default 1 not null,
  last_signed_in_at bigint,
  two_factor_enabled integer default 0 not null,
  session_epoch integer default 0 not null,
  constraint staff_members_email_lower check (email = lower(email))
)

create table staff_accounts (
  id text primary key,
  member_id text not null references staff_members (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at text,
  refresh_token_expires_at text,
  scope text,
  created_at text not null,
  updated_at text not null,
  constraint staff_accounts_once unique (member_id, provider_id, account_id)
)

create table staff_sessions (
  id text primary key,
  member_id text not null references staff_members (id) on delete cascade,
  token text not null unique,
  expires_at text not null,
  address text,
  user_agent text,
  created_at text not null,
  updated_at text not null
)

create index staff_sessions_by_member on staff_sessions (member_id, created_at)

create table staff_verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at text not null,
  created_at text not null,
  updated_at text not null
)

create index staff_verifications_by_identifier on staff_verifications (identifier)

create index staff_verifications_by_value on staff_verifications (value)

create table staff_devices (
  token_hash text not null,
  member_id text not null references staff_members (id) on delete cascade,
  tries integer not null,
  signed_in_at bigint not null,
  constraint staff_devices_pk primary key (token_hash, member_id)
)

create index staff_devices_by_member on staff_devices (member_id, signed_in_at)

create table staff_invitations (
  id text primary key,
  email text not null unique,
  role text not null,
  invited_by text not null references staff_members (id),
  invited_at bigint not null,
  expires_at bigint not null,
  version integer default 1 not null,
  constraint staff_invitations_email_lower check (email = lower(email))
)

create table audit_events (
  id bigserial primary key,
  at bigint not null,
  action text not null,
  actor_id text references staff_members (id),
  actor_name text not null,
  subject_kind text not null,
  subject_id text not null,
  subject_name text not null,
  changes text not null,
  network text not null,
  user_agent text not null
)

create index audit_events_by_time on audit_events (at, id)

create index audit_events_by_actor on audit_events (actor_id, at, id)

create index audit_events_by_action on audit_events (action, at, id)

create index audit_events_by_kind on audit_events (subject_kind, at, id)

create index audit_events_by_subject on audit_events (subject_id, at, id)

create index audit_events_by_actor_action on audit_events (actor_id, action, at, id)

create index audit_events_by_actor_kind on audit_events (actor_id, subject_kind, at, id)

create table staff_two_factors (
  id text primary key,
  member_id text not null unique references staff_members (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified integer default 0 not null,
  failed_verification_count integer default 0 not null,
  locked_until text
)

create table staff_recovery_codes (
  member_id text not null references staff_members (id) on delete cascade,
  code_hash text not null,
  constraint staff_recovery_codes_pk primary key (member_id, code_hash),
  constraint staff_recovery_codes_hashed check (length(code_hash) = 43)
)

create table staff_passkeys (
  id text primary key,
  member_id text not null references staff_members (id) on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  device_type text not null,
  backed_up integer not null,
  transports text,
  aaguid text,
  created_at text not null,
  last_used_at bigint
)

create index staff_passkeys_by_member on staff_passkeys (member_id, created_at)
`
