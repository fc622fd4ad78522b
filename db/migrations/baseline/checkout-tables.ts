export const CHECKOUT_TABLES = `
create table holds (
  order_id text not null references orders (id),
  product_id text not null references products (id),
  size text not null,
  quantity integer not null check (quantity >= 1),
  from_product integer not null,
  from_size integer not null,
  expires_at bigint not null,
  constraint holds_pk primary key (order_id, product_id, size)
)

create index holds_by_expiry on holds (expires_at)

create table test_gateway_intents (
  id text primary key,
  client_secret text not null unique,
  idempotency_key text not null unique,
  order_id text not null,
  amount_cents integer not null,
  created_amount_cents integer not null,
  currency text not null,
  state text not null,
  last_error text,
  created_at bigint not null,
  about text
)

create table test_gateway_refunds (
  id text primary key,
  idempotency_key text not null unique,
  intent_id text not null references test_gateway_intents (id),
  amount_cents integer not null,
  created_at bigint not null
)

create table test_gateway_events (
  id text primary key,
  body text not null,
  created_at bigint not null,
  deliver_after bigint not null,
  attempts integer default 0 not null,
  delivered_at bigint
)

create index test_gateway_events_open on test_gateway_events (delivered_at, deliver_after)

create table throttles (
  key text primary key,
  tokens double precision not null,
  at bigint not null
)

create index throttles_by_time on throttles (at)

create table hold_times (
  order_id text primary key,
  network text not null,
  visitor text not null,
  units integer not null,
  began_at bigint not null,
  ends_at bigint not null,
  held_before bigint not null
)

create index hold_times_by_network on hold_times (network, ends_at)

create index hold_times_by_visitor on hold_times (visitor, ends_at)

create index hold_times_by_end on hold_times (ends_at)

create table payments (
  id text primary key,
  order_id text not null references orders (id),
  kind text not null,
  gateway text not null,
  intent_id text unique,
  client_secret text,
  attempt integer not null,
  amount_cents integer not null,
  asked_cents integer,
  received_cents integer default 0 not null,
  currency text not null,
  state text not null,
  placed_from text default '' not null,
  created_at bigint not null,
  updated_at bigint not null,
  reference text default '' not null,
  received_at bigint
)

create index payments_by_order on payments (order_id)

create unique index payments_one_card on payments (order_id) where kind = 'card'

create index payments_open on payments (updated_at, id) where state = 'open'

create index payments_by_receipt on payments (received_at) where received_at is not null

create table payment_links (
  id text primary key,
  order_id text not null references orders (id),
  payment_id text not null unique references payments (id),
  state text not null,
  amount_cents integer not null check (amount_cents > 0),
  change text not null,
  undo text,
  expires_at bigint not null,
  created_at bigint not null
)

create unique index payment_links_due on payment_links (order_id) where state in ('open', 'expired', 'cancelled')

create index payment_links_by_order on payment_links (order_id)

create index payment_links_open on payment_links (expires_at) where state = 'open'
`
