import type { Database, Db, Tx } from '../../api/database/db'

/** Opens a transaction for a function that is called on the store. */
export function inTransaction<Rest extends unknown[], T>(write: (tx: Tx, ...rest: Rest) => Promise<T>) {
  return (db: Db, ...rest: Rest): Promise<T> => {
    if (isDatabase(db)) return db.transaction((tx) => write(tx, ...rest))
    if (isTx(db)) return write(db, ...rest)
    throw new Error('an expensive read writes nothing')
  }
}

const isDatabase = (db: Db): db is Database => 'transaction' in db
const isTx = (db: Db): db is Tx => 'changes' in db
