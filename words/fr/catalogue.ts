/** The sort orders of the shop page. */
export const sorts = {
  featured: 'En vedette',
  newest: 'Nouveautés',
  'price-asc': 'Prix croissant',
  'price-desc': 'Prix décroissant',
  name: 'Nom',
}
