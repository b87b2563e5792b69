/** Never edit a migration that was released: its text is checked against every database on open. */
export const initial = {
  version: 1,
  name: "initial",
  sql: `
CREATE TABLE commands (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  command_id TEXT NOT NULL UNIQUE,
  principal TEXT NOT NULL,
  workflow_id TEXT NOT NULL,
  attempt_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  page_id TEXT,
  kind TEXT NOT NULL,
  class TEXT NOT NULL,
  digest TEXT NOT NULL,
  idempotency_key TEXT,
  sealed_envelope BLOB NOT NULL,
  shown TEXT NOT NULL,
  accepted_at TEXT NOT NULL,
  phase TEXT NOT NULL,
  coverage TEXT,
  outcome TEXT
) STRICT;
CREATE INDEX commands_of_workflow ON commands (workflow_id);
CREATE INDEX commands_of_page ON commands (page_id);
CREATE INDEX commands_open ON commands (phase) WHERE phase NOT IN ('completed', 'failed');

CREATE TABLE idempotency (
  principal TEXT NOT NULL,
  key TEXT NOT NULL,
  command_id TEXT NOT NULL REFERENCES commands (command_id),
  accepted_ms INTEGER NOT NULL,
  PRIMARY KEY (principal, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE journal (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  command_id TEXT NOT NULL REFERENCES commands (command_id),
  step TEXT NOT NULL,
  at TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX journal_of_command ON journal (command_id);
CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_no_replace BEFORE INSERT ON journal
  WHEN EXISTS (SELECT 1 FROM journal WHERE sequence = NEW.sequence)
  BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

CREATE TABLE dispatches (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  command_id TEXT NOT NULL REFERENCES commands (command_id),
  request_id TEXT NOT NULL,
  state TEXT NOT NULL,
  at TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX dispatches_of_command ON dispatches (command_id);
CREATE TRIGGER dispatches_no_update BEFORE UPDATE ON dispatches BEGIN SELECT RAISE(ABORT, 'dispatches are append-only'); END;
CREATE TRIGGER dispatches_no_delete BEFORE DELETE ON dispatches BEGIN SELECT RAISE(ABORT, 'dispatches are append-only'); END;

CREATE TABLE checkpoints (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  checkpoint_id TEXT NOT NULL UNIQUE,
  workflow_id TEXT NOT NULL,
  attempt_id TEXT NOT NULL,
  boundary_command_id TEXT NOT NULL,
  body TEXT NOT NULL,
  sealed_storage_state BLOB,
  used_by TEXT REFERENCES commands (command_id)
) STRICT;
CREATE INDEX checkpoints_of_command ON checkpoints (boundary_command_id);
CREATE INDEX checkpoints_of_attempt ON checkpoints (workflow_id, attempt_id);

CREATE TABLE workflows (
  workflow_id TEXT PRIMARY KEY NOT NULL,
  principal TEXT NOT NULL,
  key TEXT,
  attempt_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (principal, key)
) STRICT;

CREATE TABLE attempts (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  attempt_id TEXT NOT NULL UNIQUE,
  workflow_id TEXT NOT NULL REFERENCES workflows (workflow_id),
  abandoned_attempt_id TEXT,
  reason TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX attempts_of_workflow ON attempts (workflow_id);

CREATE TABLE sessions (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL UNIQUE,
  principal TEXT NOT NULL,
  profile TEXT NOT NULL,
  policy TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT NOT NULL,
  closed_at TEXT
) STRICT;

CREATE TABLE pages (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  page_id TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL,
  url TEXT NOT NULL,
  restart_url TEXT NOT NULL,
  closed_at TEXT
) STRICT;
CREATE INDEX pages_of_session ON pages (session_id);

CREATE TABLE receipts (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  receipt_id TEXT NOT NULL UNIQUE,
  workflow_id TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX receipts_of_workflow ON receipts (workflow_id);
CREATE TRIGGER receipts_no_update BEFORE UPDATE ON receipts BEGIN SELECT RAISE(ABORT, 'receipts are append-only'); END;
CREATE TRIGGER receipts_no_delete BEFORE DELETE ON receipts BEGIN SELECT RAISE(ABORT, 'receipts are append-only'); END;

CREATE TABLE artifacts (
  artifact_id TEXT PRIMARY KEY NOT NULL,
  principal TEXT NOT NULL,
  command_id TEXT NOT NULL,
  media_type TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
`,
} as const;
