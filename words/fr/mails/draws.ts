/** The emails to who enters the draw of a drop. */

export const confirmSubject = (drop: string) => `Confirmez votre participation : ${drop}`
export const oneLastStep = 'Une dernière étape'
/** `time`: `vendredi 4 décembre à 18 h 00` */
export const confirmNext = (drop: string, time: string) =>
  `Cette adresse a été inscrite au tirage suivant : ${drop}. Confirmez la participation au plus tard le ${time}, sinon elle ne comptera pas.`
export const notYou = 'Si ce n’était pas vous, ignorez ce courriel : sans le bouton, rien ne se passe.'
export const confirm = 'Confirmer ma participation'
export const enteredSubject = (drop: string) => `Vous participez au tirage : ${drop}`
export const entered = (time: string) =>
  `Le tirage aura lieu le ${time}. Nous vous écrirons dans tous les cas. D’ici là, vous pouvez retirer votre participation.`
export const seeEntry = 'Voir ma participation'

export const wonSubject = (drop: string) => `Vous avez gagné au tirage : ${drop}`
export const won = (items: string, amount: string, time: string) =>
  `Nous gardons ceci pour vous jusqu’au ${time} : ${items}. Payez ${amount} d’ici là, sinon ce sera offert à la personne suivante.`
export const item = (quantity: number, name: string, size: string) => `${quantity} x ${name}, ${size}`
export const fewer = (asked: number) =>
  `Quantité demandée : ${asked}. Il en restait moins quand votre tour est venu.`
export const payBy = 'Date limite'
export const toPay = 'À payer'
export const pay = (amount: string) => `Payer ${amount}`

export const lostSubject = (drop: string) => `Pas cette fois-ci : ${drop}`
export const lost = (present: number) =>
  `Le tirage est terminé, et il n’y avait pas assez de pièces pour tout le monde. Nombre de participations : ${present}. Vos données seront supprimées du tirage après 30 jours.`
export const check = 'Voir comment le tirage s’est fait'
export const cancelledSubject = (drop: string) => `Le tirage est annulé : ${drop}`
export const cancelled =
  'Il n’y aura pas de tirage. Rien n’a été débité, et vos données seront supprimées du tirage après 30 jours.'
export const toTheDrop = 'Aller au lancement'
