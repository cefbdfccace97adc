/** What the name of a folder ends with while it is written, and while it is deleted. */
export const UNFINISHED = '.part'

const NAME = /^membership-\d{8}T\d{6}Z$/u

/** The folder of a backup: its names sort by time. */
export const backupName = (now: Date, ending = ''): string =>
  `membership-${now.toISOString().replace(/[-:]|\.\d+/gu, '')}${ending}`

/** Whether a folder is an ordinary backup, one of those of which only the newest are kept. */
export const isBackupName = (name: string): boolean => NAME.test(name)
