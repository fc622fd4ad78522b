import { sql, type Kysely } from 'kysely'

/**
 * Two-step verification of staff: better-auth's table of secrets, which it encrypts, and our recovery codes, as hashes.
 * Nobody has it on yet, and sessions stay open.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('staff_members')
    .addColumn('two_factor_enabled', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .createTable('staff_two_factors')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('member_id', 'text', (c) =>
      c.notNull().unique().references('staff_members.id').onDelete('cascade'),
    )
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('backup_codes', 'text', (c) => c.notNull())
    .addColumn('verified', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('failed_verification_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('locked_until', 'text')
    .execute()
  await schema
    .createTable('staff_recovery_codes')
    .addColumn('member_id', 'text', (c) => c.notNull().references('staff_members.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('staff_recovery_codes_pk', ['member_id', 'code_hash'])
    .addCheckConstraint('staff_recovery_codes_hashed', sql`length(code_hash) = 43`)
    .execute()
}
