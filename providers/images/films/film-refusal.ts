/**
 * Why a file is not taken as a film. `film-codec`: its picture is encoded in a way that many browsers cannot show;
 * `codec` names it. `film-too-large`: a side has more than `limit` pixels.
 * `too-many-bytes`: the file has more than `limit` bytes.
 */
export type FilmRefusal =
  | { kind: 'not-a-film' }
  | { kind: 'film-is-broken' }
  | { kind: 'film-codec'; codec: string }
  | { kind: 'film-too-large'; limit: number }
  | { kind: 'too-many-bytes'; limit: number }

/** What the parts of a film say of it: its size in pixels. */
export type FilmFacts = { width: number; height: number } | FilmRefusal
