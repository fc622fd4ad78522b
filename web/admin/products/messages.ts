/** Spec 8, dashboard. */
export const MESSAGES = {
  loadFailed: 'Failed to load products. Please try again later.',
  deleted: 'Product deleted successfully',
  deleteFailed: 'Failed to delete product. Please try again.',
  added: 'Product added successfully',
  updated: 'Product updated successfully',
  saveFailed: 'Failed to save product. Please try again.',
  askDelete: 'Are you sure you want to delete this product?',
  restored: 'Product restored',
  restoreFailed: 'Failed to restore product. Please try again.',
  undoFailed: 'This change could not be undone. Reload the page to see the current state.',
  chosen: 'Your choice is saved',
  chooseFailed: 'Failed to save your choice. Please try again.',
  countFailed: 'Failed to save the stock. Please try again.',
  countChanged: 'Someone else changed this product just now. Look at it again, then save.',
  countUndone: 'Stock restored',
  signedOut: 'You are signed out. Sign in from another tab, then save again: nothing you typed is lost.',
  gone: 'Someone else deleted this product. You can find it under Archived.',
} as const

/** The words of spec 8, with the name of the service that stores pictures when it is another. */
export function uploadFailedMessage(pictureStore: string | null): string {
  return `Failed to upload image to ${pictureStore ?? 'Cloudinary'}`
}

/** The store's own words, when it was the table store behind the catalogue that failed (spec 8). */
export function tableStoreMessage({ code, title }: { code: string; title: string | null }): string | null {
  return code === 'table-store' ? title : null
}
