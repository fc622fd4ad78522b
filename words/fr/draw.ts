import { LANGUAGE, plural } from './language.ts'

/** The draw of a drop: its page, and that of an entry. */

const numbers = /* @__PURE__ */ new Intl.NumberFormat(LANGUAGE)
export const number = (count: number) => numbers.format(count)

export const description = (drop: string) => `Le tirage : ${drop}. Comment participer, et comment il se fait.`
export const heading = 'Tirage'
/** `time`: `vendredi 4 décembre à 18 h 00` */
export const opens = (time: string) => `Ouverture des inscriptions le ${time}`
export const open = 'Le tirage est ouvert'
export const closes = (time: string) =>
  `Les inscriptions prennent fin le ${time}, puis le tirage a lieu. Le moment où vous vous inscrivez ne change rien.`
export const drawing = 'Les inscriptions sont closes'
export const drawingNext =
  'Le tirage est en cours. Nous écrirons à toutes les personnes inscrites. Ce qui n’est pas payé à temps revient à la personne suivante.'
export const over = 'Le tirage est terminé'
export const overNext =
  'Toutes les personnes inscrites ont reçu un courriel. Ce qui reste est vendu au premier venu.'
export const cancelled = 'Le tirage est annulé'
export const cancelledNext = 'Il n’y aura pas de tirage.'
export const pieces = (count: number) =>
  plural(count, { one: `${number(count)} pièce`, other: `${number(count)} pièces` })
export const entries = (count: number) =>
  plural(count, {
    one: `${number(count)} participation jusqu’ici`,
    other: `${number(count)} participations jusqu’ici`,
  })

export const how = 'Comment ça fonctionne'
export const steps = (hours: number, most: number, checksCard: boolean) => [
  most === 1
    ? 'Inscrivez-vous pour un produit dans une taille. Confirmez par le lien que nous vous envoyons par courriel. Vous pouvez retirer votre participation jusqu’à la fin des inscriptions.'
    : `Inscrivez-vous pour un produit dans une taille, jusqu’à ${most} pièces. Confirmez par le lien que nous vous envoyons par courriel. Vous pouvez retirer votre participation jusqu’à la fin des inscriptions.`,
  checksCard
    ? 'Une participation par personne : la même adresse courriel, la même adresse de livraison, le même navigateur ou la même carte ne compte qu’une fois. Nous demandons à votre banque si la carte est valide. Elle n’est pas débitée, et nous ne la gardons pas : qui gagne paie par le lien, avec la carte de son choix.'
    : 'Une participation par personne : la même adresse courriel, la même adresse de livraison ou le même navigateur ne compte qu’une fois.',
  plural(hours, {
    one: `Chaque taille a sa propre file, dans un ordre tiré au sort. Si vous gagnez, nous gardons vos pièces et vous envoyons un lien par courriel : vous avez ${hours} heure pour payer, au prix de la boutique, livraison en sus. S’inscrire ne coûte rien.`,
    other: `Chaque taille a sa propre file, dans un ordre tiré au sort. Si vous gagnez, nous gardons vos pièces et vous envoyons un lien par courriel : vous avez ${hours} heures pour payer, au prix de la boutique, livraison en sus. S’inscrire ne coûte rien.`,
  }),
  'S’il en reste moins que ce que vous avez demandé, vous pouvez prendre celles qui restent.',
]

export const enter = 'Participer au tirage'
export const yourPieces = 'Vos pièces'
export const piece = 'Produit et taille'
export const choice = (name: string, size: string) => `${name}, taille ${size}`
export const choosePiece = 'Choisissez un produit et une taille.'
export const quantity = 'Nombre de pièces'
export const notHere = 'Nous n’y livrons pas. Choisissez un autre pays.'
export const leaveEmpty = 'Laissez ce champ vide'
export const fix = 'Votre participation n’est pas encore inscrite. Corrigez ce qui est indiqué et réessayez.'
export const tooMany =
  'Trop d’inscriptions sont venues de votre réseau. Attendez quelques minutes et réessayez.'
/** The card that some draws check. */
export const card = 'Votre carte'
export const cardNext =
  'Ce tirage vérifie une carte, et chaque carte ne participe qu’une fois. S’inscrire ne coûte rien, et nous ne gardons pas la carte.'
export const cardWithout =
  'Votre carte va directement au service de paiement, qui a besoin d’un script : activez JavaScript pour participer à ce tirage.'
export const cardLoading = 'La saisie de la carte n’est pas encore prête. Attendez un instant et réessayez.'
export const cardChecking = 'Vérification de votre carte…'
export const cardChecked = 'Votre carte est vérifiée. Rien n’a été débité.'
export const otherCard = 'Utiliser une autre carte'
export const cardMissing = 'Saisissez une carte : ce tirage la vérifie, sans la débiter.'
export const cardRefused =
  'La vérification de cette carte ne peut pas servir. Saisissez la carte de nouveau, ou une autre.'
export const noCheck =
  'Les cartes ne peuvent pas être vérifiées pour le moment. Rien n’a été inscrit ni débité. Ce que vous avez écrit est toujours là : réessayez dans quelques minutes.'
export const closedNow = 'Les inscriptions ont pris fin entre-temps.'
export const sent = 'Consultez vos courriels'
export const sentNext =
  'Ouvrez le lien que nous vous avons envoyé et confirmez : votre participation ne compte qu’à ce moment-là. Si rien n’arrive, regardez dans vos indésirables, puis inscrivez-vous de nouveau.'

export const proof = 'Comment le tirage se fait'
export const proofNext =
  'Un nombre secret décide de l’ordre des participations. Son empreinte SHA-256 est affichée avant le tirage, et le nombre lui-même après : chacun peut vérifier toutes les places.'
export const proofSteps = [
  'Soit n le nombre de participations, et x le numéro de la vôtre moins 1. Soit b le plus petit nombre entier à partir de 1 tel que 4^b vaut au moins n.',
  'Divisez x en deux : l est x / 2^b, arrondi vers le bas, et r est x mod 2^b. Pour i de 0 à 11, f correspond aux quatre premiers octets du SHA-256 des 32 octets du nombre secret, de i sur un octet et de r sur quatre, l’octet le plus significatif en premier. Ensuite, (l, r) devient (r, l XOR (f mod 2^b)). Enfin, x devient l · 2^b + r.',
  'Tant que x vaut n ou plus, répétez l’étape précédente. Votre place est x + 1. Les participations pour votre taille dont la place est plus basse passent avant vous.',
]
export const commitment = 'SHA-256 du nombre'
export const seed = 'Le nombre'
export const seedLater = 'Affiché à la fin des inscriptions'
export const present = 'Participations'

/** On the page of a drop, and of its products. */
export const isOpen = (time: string) => `Attribué par tirage au sort. Inscrivez-vous au plus tard le ${time}`
export const opensAt = (time: string) => `Attribué par tirage au sort. Ouverture des inscriptions le ${time}`
export const isClosed = 'Attribué par tirage au sort. Le tirage est en cours.'
export const byLot = 'Attribué par tirage au sort.'
export const toTheDraw = 'Aller au tirage'
export const toTheDrop = 'Aller au lancement'

/** The page of an entry. */
export const entryHeading = {
  unconfirmed: 'Une dernière étape',
  entered: 'Vous participez',
  won: 'Vous avez gagné',
  paid: 'C’est à vous',
  lapsed: 'Non payé à temps',
  lost: 'Pas cette fois-ci',
  cancelled: 'Le tirage est annulé',
}
export const entryText = {
  /** `to`: `Ada Prairie, 12 Elm St, Saskatoon SK S7N 1B4, Canada` */
  unconfirmed: (what: string, time: string, to: string) =>
    `Confirmez votre participation au plus tard le ${time}, sinon elle ne comptera pas : ${what}. Si vous gagnez, nous livrerons à cette adresse : ${to}. Si ce n’est pas vous, ne confirmez pas.`,
  entered: (what: string, time: string) => `Le tirage aura lieu le ${time}, et vous y participez : ${what}.`,
  won: (what: string) =>
    `Nous gardons vos pièces : ${what}. Le lien pour payer est dans le courriel que nous vous avons envoyé.`,
  paid: (what: string) => `Gagné et payé : ${what}.`,
  lapsed: (what: string) => `Vous aviez gagné, et c’est revenu à la personne suivante : ${what}.`,
  lost: (what: string) => `Il n’y avait pas assez de pièces pour tout le monde : ${what}.`,
  cancelled: () => 'Il n’y aura pas de tirage.',
}
export const entryNumber = (count: number) => `Votre participation porte le numéro ${number(count)}.`
export const inLine = 'Le tirage se poursuit pendant que les gagnants paient : vous pouvez encore gagner.'
export const what = (quantity: number, name: string, size: string) => `${quantity} x ${name}, taille ${size}`
export const confirm = 'Confirmer ma participation'
export const withdraw = 'Retirer ma participation'
export const known = 'Vous participez déjà'
export const knownNext = (checksCard: boolean) =>
  checksCard
    ? 'Il y a déjà une participation avec la même adresse courriel, la même adresse de livraison, le même navigateur ou la même carte, et chaque personne en a une seule. Celle-ci ne compte pas.'
    : 'Il y a déjà une participation avec la même adresse courriel, la même adresse de livraison ou le même navigateur, et chaque personne en a une seule. Celle-ci ne compte pas.'
export const unknown = 'Ce lien ne fonctionne pas'
export const unknownNext =
  'La participation n’existe plus, ou le lien est incomplet. Copiez le lien en entier à partir du courriel et réessayez.'
export const toTheShop = 'Aller à la boutique'
