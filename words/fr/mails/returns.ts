/** The emails about a return, by what became of it. */

export const steps = {
  asked: {
    subject: (number: string) => `Nous examinons votre retour ${number}`,
    heading: 'Nous examinons votre retour',
    text: 'Nous avons reçu votre demande, et vous écrirons ce que nous décidons.',
  },
  accepted: {
    subject: (number: string) => `Envoyez-nous votre retour ${number}`,
    heading: 'Envoyez-le-nous',
    text: 'Nous acceptons votre retour. Emballez-le bien et mettez le bordereau dans le colis : vous le trouverez sur la page de votre commande, sous « Retourner des articles ».',
  },
  declined: {
    subject: (number: string) => `Nous ne pouvons pas reprendre votre retour ${number}`,
    heading: 'Nous ne pouvons pas le reprendre',
    text: 'Nous avons examiné votre retour, et ne pouvons pas le reprendre.',
  },
  received: {
    subject: (number: string) => `Nous avons reçu votre retour ${number}`,
    heading: 'Votre retour est arrivé',
    text: 'Nous l’avons reçu. Nous le remboursons ou l’échangeons ensuite, et vous écrivons.',
  },
  exchanged: {
    subject: (number: string) => `Votre échange suit : retour ${number}`,
    heading: 'Votre échange suit',
    text: 'Nous avons reçu votre retour, et emballons ce que vous souhaitez à la place. Si cela coûte plus, nous l’envoyons dès que vous avez payé la différence : un autre courriel contient le lien. Si cela coûte moins, nous vous remboursons la différence.',
  },
  lapsed: {
    subject: (number: string) => `Nous ne réservons plus votre échange : retour ${number}`,
    heading: 'Nous ne réservons plus votre échange',
    text: 'Votre retour n’est pas encore arrivé, et le délai pendant lequel nous réservions l’article que vous souhaitez à la place est écoulé. Vous pouvez encore l’envoyer : si l’article est toujours là, vous l’aurez; sinon, nous vous remboursons.',
  },
}
export const items = 'Articles'
export const missing = 'Absent de votre colis'
export const instead = 'À la place'
export const heldUntil = 'Réservé pour vous jusqu’au'
export const letGo = 'Nous ne réservons plus ce que vous souhaitiez à la place.'
export const label = 'Votre étiquette'
export const labelFile = 'Étiquette à imprimer (PDF)'
export const answer = 'De notre part'
export const instructions = 'Comment l’envoyer'
