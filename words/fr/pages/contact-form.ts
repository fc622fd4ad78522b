/** What the contact form answers, and the subjects to choose from. */

/** Spec 3. */
export const subjects = {
  general: 'Question générale',
  support: 'Service à la clientèle',
  wholesale: 'Vente en gros',
  other: 'Autre',
}

/** Spec 8. */
export const sent = 'Message envoyé! Nous vous répondrons sous peu.'
export const failed = 'Le message n’a pas pu être envoyé. Veuillez réessayer plus tard.'
/** Spec 5. */
export const errors = {
  'no-name': 'Le nom est obligatoire!',
  'no-email': 'Veuillez entrer une adresse courriel valide!',
  'no-subject': 'Veuillez choisir un sujet!',
  'short-message': 'Le message doit compter au moins 10 caractères!',
  'long-name': 'Le nom ne doit pas dépasser 120 caractères.',
  'long-message': 'Le message ne doit pas dépasser 5 000 caractères.',
}
