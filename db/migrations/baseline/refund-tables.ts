export const REFUND_TABLES = `
create table refunds (
  id text primary key,
  order_id text not null references orders (id),
  payment_id text not null references payments (id),
  source text not null,
  corrects text references refunds (id),
  amount_cents integer not null,
  state text not null,
  reason text not null,
  asked_by text not null,
  idempotency_key text not null unique,
  gateway_refund_id text,
  failure text default '' not null,
  created_at bigint not null,
  done_at bigint,
  constraint refunds_amount check (case when corrects is null then amount_cents > 0 else amount_cents < 0 end)
)

create index refunds_by_order on refunds (order_id, created_at)

create index refunds_by_time on refunds (done_at) where done_at is not null

create index refunds_unconfirmed on refunds (created_at) where state = 'unconfirmed'

create table disputes (
  id text not null,
  order_id text not null references orders (id),
  intent_id text,
  amount_cents integer not null,
  currency text not null,
  reason text not null,
  state text not null,
  opened_at bigint not null,
  decided_at bigint,
  constraint disputes_pk primary key (order_id, id)
)

create table refund_parts (
  refund_id text not null references refunds (id),
  part integer not null,
  order_id text not null references orders (id),
  line_position integer,
  quantity integer not null check (quantity > 0),
  sent integer default 0 not null,
  units text,
  constraint refund_parts_pk primary key (refund_id, part),
  constraint refund_parts_line foreign key (order_id, line_position) references order_lines (order_id, position)
)

create index refund_parts_by_order on refund_parts (order_id)
`
