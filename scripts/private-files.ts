/** What the shop writes is for its own account alone. Imported first by everything that opens the data folder. */
process.umask(0o077)
