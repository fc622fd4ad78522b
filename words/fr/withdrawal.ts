/** The page on which consumers withdraw from a contract, and the links to it. */

export const link = 'Se rétracter du contrat'
export const heading = 'Se rétracter du contrat'
export const description = 'Rétractez-vous d’un contrat conclu avec nous : indiquez lequel, puis confirmez.'
export const intro =
  'Pour les consommateurs de l’Union européenne : vous pouvez vous rétracter jusqu’à 14 jours après avoir reçu le dernier colis de votre commande. Vous n’avez pas à donner de raison.'
export const name = 'Votre nom'
export const contract = 'Numéro de commande'
export const contractHint =
  'Il figure dans le courriel de confirmation de votre commande. Si vous ne l’avez pas, dites-nous ce que vous avez commandé, et quand.'
export const part = 'Seulement certains articles? Dites lesquels (facultatif)'
export const email = 'Adresse courriel pour votre accusé de réception'
export const next = 'Continuer'

export const check = 'Vérifiez votre déclaration'
export const statement = 'Je me rétracte du contrat suivant :'
export const whole = 'Tout le contrat'
export const partLabel = 'Articles visés'
export const confirm = 'Confirmer la rétractation'
export const change = 'Modifier'

export const received = 'Nous avons reçu votre rétractation'
export const receivedAt = (time: string) => `Reçue le ${time}.`
export const receipt =
  'Un accusé de réception est en route vers l’adresse courriel que vous avez donnée. S’il n’arrive pas, regardez dans vos pourriels ou écrivez-nous.'
export const after =
  'Si vous avez déjà les articles, retournez-les dans les 14 jours. Nous vous dirons comment par courriel. Nous vous rembourserons le montant payé pour ces articles dans les 14 jours.'

export const faults = {
  'no-name': 'Entrez votre nom.',
  'long-name': 'Le nom ne doit pas dépasser 120 caractères.',
  'no-email':
    'Entrez une adresse courriel, par exemple vous@example.com. L’accusé de réception y sera envoyé.',
  'no-contract': 'Indiquez la commande visée.',
  'long-contract': 'Ce champ ne doit pas dépasser 200 caractères.',
  'long-part': 'Ce champ ne doit pas dépasser 1 000 caractères.',
  'web-address': 'N’inscrivez pas d’adresse web.',
}
