/**
 * The policies that the shop starts with, as owners edit them: the words of the pages for privacy, and for delivery and
 * returns. Orders that were placed before an owner saved other policies agreed to exactly these texts (version 0), so
 * they are not reworded.
 */

export const place = 'Saskatoon (Saskatchewan), Canada'

export const privacy = `En vigueur depuis décembre 2024

# Ce que nous recueillons

Quand vous commandez, nous écrivez ou parcourez la boutique, nous recueillons :

- votre nom et votre adresse courriel
- vos adresses de livraison et de facturation
- votre numéro de téléphone
- vos données de paiement, par l’intermédiaire de fournisseurs externes
- des statistiques de base sur l’utilisation du site

La liste des produits que vous avez vus récemment reste sur votre appareil, où vous pouvez l’effacer.

# À quoi cela nous sert

- à traiter et à livrer vos commandes
- à vous tenir au courant de vos commandes et à vous aider
- à améliorer le site
- à respecter la loi

# Ce que nous ne faisons pas

Nous ne vendons pas vos renseignements et ne les communiquons à personne à des fins de marketing.

# Comment nous joindre

Écrivez-nous à partir de la page « Nous joindre ».

Redemption
${place}`

/** The sentence of spec 2 that the shop says wherever it sells, as long as the policy says it. */
export const salesAreFinal = 'Toutes les ventes sont finales.'

export const delivery = `De Saskatoon jusque chez vous.

# Où nous livrons

Nous livrons à Saskatoon et à l’international.

# Délais

Délai de livraison estimé : 7 à 14 jours ouvrables à compter de la confirmation de la commande.

Les douanes ou les transporteurs peuvent causer des retards.

# Retours et échanges

${salesAreFinal} Aucun retour ni échange.

# Articles endommagés ou erreurs

Écrivez-nous dans les 3 jours suivant la livraison, au moyen du formulaire ou par courriel.`
