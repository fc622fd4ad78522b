export const MAIL_TABLES = `
create table outbox (
  id bigserial primary key,
  kind text not null,
  payload text not null,
  dedupe_key text not null unique,
  attempts integer default 0 not null,
  run_after bigint not null,
  leased_until bigint default 0 not null,
  done_at bigint,
  gave_up_at bigint,
  last_error text,
  created_at bigint not null,
  order_id text,
  leased_by integer,
  begun_at bigint,
  told_by integer
)

create index outbox_open on outbox (run_after, id) where done_at is null and gave_up_at is null

create index outbox_by_order on outbox (order_id, id) where order_id is not null

create index outbox_closed on outbox (coalesce(done_at, gave_up_at)) where order_id is null

create index outbox_given_up on outbox (gave_up_at) where gave_up_at is not null

create index outbox_open_by_kind on outbox (kind, run_after, id) where done_at is null and gave_up_at is null

create table contact_messages (
  id text primary key,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at bigint not null,
  search_text text default '' not null,
  version integer default 1 not null,
  answered_at bigint,
  answered_by text
)

create index contact_messages_by_time on contact_messages (created_at, id)

create index contact_messages_unanswered on contact_messages (created_at, id) where answered_at is null

create table newsletter_subscribers (
  id text primary key,
  email text not null unique,
  state text not null,
  created_at bigint not null,
  asked_at bigint not null,
  mailed_at bigint not null,
  confirmed_at bigint,
  unsubscribed_at bigint,
  mail_times text default '[]' not null
)

create index newsletter_subscribers_by_time on newsletter_subscribers (created_at, id)

create index newsletter_subscribers_by_state on newsletter_subscribers (state, created_at, id)

create table mail_outage (
  id integer primary key,
  failing_since bigint not null,
  failures integer not null,
  paused_until bigint not null,
  failure text not null
)

create table bounced_addresses (
  id text primary key,
  address text not null unique,
  bounced_at bigint not null,
  words text not null
)
`
