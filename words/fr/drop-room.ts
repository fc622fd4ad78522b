import { LANGUAGE, plural } from './language.ts'

/** The waiting room of a drop. */

const numbers = /* @__PURE__ */ new Intl.NumberFormat(LANGUAGE)
export const number = (count: number) => numbers.format(count)

export const description = (drop: string) => `Salle d’attente : ${drop}.`
export const heading = 'Salle d’attente'
/** `time`: `vendredi 4 décembre à 18 h 00` */
export const opens = (time: string) => `Ouverture le ${time}`
export const comeBack = 'Revenez à ce moment-là. Arriver en premier ne donne aucun avantage.'
export const draws = (time: string) => `Tirage des places le ${time}`
export const fair =
  'Toutes les personnes présentes au début reçoivent une place par tirage au sort, peu importe leur ordre d’arrivée. Celles qui arrivent après se placent à la fin de la file.'
export const enter = 'Entrer dans la salle d’attente'
export const enterLate = 'Rejoindre la file'
export const leaveEmpty = 'Laissez ce champ vide'
export const inside = 'Vous y êtes'
export const kept = 'Ce navigateur garde votre place, même si vous fermez la page ou perdez la connexion.'
export const arrived = (count: number) =>
  plural(count, { one: `${number(count)} personne est ici`, other: `${number(count)} personnes sont ici` })

export const place = 'Votre place'
export const ahead = (count: number) =>
  count === 0
    ? 'C’est bientôt à vous'
    : plural(count, {
        one: `${number(count)} personne devant vous`,
        other: `${number(count)} personnes devant vous`,
      })
export const queue = (count: number) =>
  count === 0
    ? 'Personne n’attend'
    : plural(count, {
        one: `${number(count)} personne attend`,
        other: `${number(count)} personnes attendent`,
      })
export const servedOf = (served: number) => `La file est rendue à la place ${number(served)}`
/** How long it likely takes. */
export const wait = (minutes: number) => {
  if (minutes < 1) return 'Moins d’une minute'
  if (minutes < 90) return plural(minutes, { one: 'Environ une minute', other: `Environ ${minutes} minutes` })
  const hours = Math.round(minutes / 60)
  return plural(hours, { one: 'Environ une heure', other: `Environ ${hours} heures` })
}
/** For who is next: turns end when they are used, or when their time is over. */
export const waitForTurn = 'Dès que quelqu’un aura terminé.'
export const waitUnknown = 'Nous ne pouvons pas estimer l’attente pour le moment.'
export const paused = 'Petite pause. Votre place est gardée.'
export const held =
  'Tout ce qui reste est en cours de paiement. Ce qui n’est pas payé revient à la personne suivante : l’attente pourrait en valoir la peine.'
export const soldOut = 'Tout est vendu'
export const soldOutNext = 'Merci d’avoir attendu. Il ne reste plus rien.'
export const closed = 'La salle d’attente est fermée'
export const closedNext = 'Ce qui reste est en vente sans attente.'

export const yourTurn = 'C’est votre tour'
export const takeWithin = (minutes: number) =>
  plural(minutes, {
    one: 'Prenez votre tour d’ici une minute, sinon il passe à la personne suivante. Vous aurez ensuite une minute pour commander.',
    other: `Prenez votre tour d’ici ${minutes} minutes, sinon il passe à la personne suivante. Vous aurez ensuite ${minutes} minutes pour commander.`,
  })
export const takeTurn = 'Prendre mon tour'
export const turnUntil = (time: string) => `Votre tour se termine le ${time}`
/** Before a clock that counts down. */
export const turnLeft = 'Votre tour se termine dans'
export const turnNext = 'Choisissez vos pièces et payez. Une commande par tour.'
export const toTheDrop = 'Aller au lancement'
export const toTheShop = 'Aller à la boutique'
export const passed = 'Votre tour est passé'
export const passedNext = 'Vous pouvez vous remettre en file, à la suite de tout le monde.'
export const unreachable =
  'Impossible de joindre la boutique. Votre place est gardée, et cette page réessaie automatiquement.'
export const lookAgain = 'Vérifier de nouveau'

export const proof = 'Comment les places sont tirées'
export const proofNext =
  'Un nombre secret détermine l’ordre. Son empreinte SHA-256 est affichée avant le début, et le nombre lui-même après, pour que tout le monde puisse vérifier chaque place.'
export const commitment = 'Empreinte SHA-256 du nombre'
export const seed = 'Nombre'
export const seedLater = 'Affiché au début'
export const present = 'Personnes présentes au début'
export const arrival = 'Votre rang d’arrivée'

export const isOpen = 'La salle d’attente est ouverte'
export const roomOpens = (time: string) => `La salle d’attente ouvre le ${time}`
/** On a page with pieces of a drop. */
export const soldInTurn = 'Vente à tour de rôle, par la salle d’attente.'
export const toTheRoom = 'Aller à la salle d’attente'
