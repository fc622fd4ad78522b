import type * as v from 'valibot'
import type { SetUpForm } from './connection.ts'

/** Variables of the environment, all of them optional. */
export type SupplierVariables = Record<string, v.GenericSchema<string | undefined>>

/** The variables that are set and valid. */
export type FilledVariables = Readonly<Record<string, string | undefined>>

/** A supplier that the settings have chosen. */
export interface ChosenSupplier {
  name: string
  settings: object
}

/** A sentence about settings that conflict. It names variables, never values. */
export interface SettingsFault {
  fault: string
}

/** How a supplier is chosen by settings. */
export interface SupplierAdapter<Chosen extends ChosenSupplier> {
  /** The stored name: `stripe`. */
  name: string
  /** The name that staff read: `Stripe`. */
  label: string
  /** Its variables of the environment; a message completes the sentence that begins with the name of the variable. */
  variables: SupplierVariables
  /** Absent: by variables only. */
  setUp?: SetUpForm
  /** Null when none of its variables is set. */
  choose(env: FilledVariables): Chosen | SettingsFault | null
}

/**
 * How settings choose among suppliers of one need. `variables`: the variables of all suppliers. `choose`: the supplier
 * whose variables are set, or a fault in them; null when none is set. `need` completes the sentence "choose one ...".
 */
export function choiceOf<Chosen extends ChosenSupplier>(
  adapters: readonly SupplierAdapter<Chosen>[],
  need: string,
) {
  return {
    variables: Object.assign({}, ...adapters.map(({ variables }) => variables)) as SupplierVariables,
    choose: (env: FilledVariables) => chooseSupplier(env, adapters, need),
  }
}

function chooseSupplier<Chosen extends ChosenSupplier>(
  env: FilledVariables,
  adapters: readonly SupplierAdapter<Chosen>[],
  need: string,
): Chosen | SettingsFault | null {
  const [first, second] = adapters.filter((adapter) => adapter.choose(env) !== null)
  if (first === undefined) return null
  if (second === undefined) return first.choose(env)
  const [one, other] = [first, second].map(({ variables }) =>
    Object.keys(variables).find((name) => env[name] !== undefined),
  )
  return { fault: `${one} and ${other} are both set: choose one ${need}.` }
}

/** The values of variables that must all be set; a fault when only some of them are, null when none is. */
export function allOrNone<const Names extends readonly string[]>(
  env: FilledVariables,
  names: Names,
): Record<Names[number], string> | SettingsFault | null {
  const present = names.find((name) => env[name] !== undefined)
  if (present === undefined) return null
  const missing = names.find((name) => env[name] === undefined)
  if (missing !== undefined) return { fault: `${missing} must be set when ${present} is.` }
  return Object.fromEntries(names.map((name) => [name, env[name]])) as Record<Names[number], string>
}
