/** Files of the shop are private to its account. Imported first by everything that opens the data folder. */
process.umask(0o077)
