/** The package has no types. */
declare module '@adobe/structured-data-validator' {
  export default class Validator {
    validate(extracted: object): Promise<{ severity: 'ERROR' | 'WARNING'; issueMessage: string }[]>
  }
}
