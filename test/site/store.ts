// Everything the practice site remembers, in one SQLite file: users, application passwords, posts, terms, settings.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { fold } from './names.ts';
import { findPosts, type PostQuery } from './post-query.ts';
import type { User } from './roles.ts';

export type PostType = 'video' | 'post' | 'attachment';

/** A video, blog post or attachment: they share one table and one sequence of ids, as on the platform. */
export interface PostRow {
  id: number;
  type: PostType;
  status: string;
  author: number;
  title: string;
  content: string;
  excerpt: string;
  slug: string;
  /** UTC without a zone mark. */
  dateGmt: string;
  /** 1 while a draft has no date of its own: each save then moves the date to now. */
  floating: number;
  modifiedGmt: string;
  password: string;
  featuredMedia: number;
  commentStatus: string;
  pingStatus: string;
  template: string;
  parent: number;
  mime: string;
  /** Path below the uploads folder, of an attachment. */
  file: string;
  size: number;
  sha256: string | null;
  altText: string;
  caption: string;
  /** The file name as the client sent it. */
  sentName: string;
  /** JSON of the platform's media_details. */
  details: string;
  trashStatus: string | null;
  desiredSlug: string | null;
}

export type NewPost = Pick<PostRow, 'type' | 'status' | 'author' | 'title' | 'dateGmt'> & Partial<Omit<PostRow, 'id'>>;

export interface AppPasswordRow {
  uuid: string;
  userId: number;
  appId: string;
  name: string;
  hash: string;
  created: string;
  lastUsed: string | null;
  lastIp: string | null;
}

export interface TermRow {
  id: number;
  taxonomy: string;
  name: string;
  slug: string;
  parent: number;
  description: string;
}

const COLUMNS: Record<Exclude<keyof PostRow, 'id'>, string> = {
  type: 'TEXT NOT NULL',
  status: 'TEXT NOT NULL',
  author: 'INTEGER NOT NULL',
  title: "TEXT NOT NULL DEFAULT ''",
  content: "TEXT NOT NULL DEFAULT ''",
  excerpt: "TEXT NOT NULL DEFAULT ''",
  slug: "TEXT NOT NULL DEFAULT ''",
  dateGmt: 'TEXT NOT NULL',
  floating: 'INTEGER NOT NULL DEFAULT 0',
  modifiedGmt: "TEXT NOT NULL DEFAULT ''",
  password: "TEXT NOT NULL DEFAULT ''",
  featuredMedia: 'INTEGER NOT NULL DEFAULT 0',
  commentStatus: "TEXT NOT NULL DEFAULT 'open'",
  pingStatus: "TEXT NOT NULL DEFAULT 'closed'",
  template: "TEXT NOT NULL DEFAULT ''",
  parent: 'INTEGER NOT NULL DEFAULT 0',
  mime: "TEXT NOT NULL DEFAULT ''",
  file: "TEXT NOT NULL DEFAULT ''",
  size: 'INTEGER NOT NULL DEFAULT 0',
  sha256: 'TEXT',
  altText: "TEXT NOT NULL DEFAULT ''",
  caption: "TEXT NOT NULL DEFAULT ''",
  sentName: "TEXT NOT NULL DEFAULT ''",
  details: "TEXT NOT NULL DEFAULT '{}'",
  trashStatus: 'TEXT',
  desiredSlug: 'TEXT',
};

/** What a site had under way when it was stopped finds its store closed: it ends here, as it would with a process. */
export class SiteStopped extends Error {
  override readonly name = 'SiteStopped';
}

export class Store {
  private readonly database: DatabaseSync;

  private get db(): DatabaseSync {
    if (!this.database.isOpen) throw new SiteStopped();
    return this.database;
  }

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true });
    this.database = new DatabaseSync(join(dataDir, 'site.sqlite'));
    const columns = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`);
    this.db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS users (id INTEGER PRIMARY KEY, login TEXT UNIQUE, email TEXT, name TEXT, role TEXT,
        registered TEXT, accountPassword TEXT);
      CREATE TABLE IF NOT EXISTS appPasswords (uuid TEXT PRIMARY KEY, userId INTEGER, appId TEXT, name TEXT, hash TEXT,
        created TEXT, lastUsed TEXT, lastIp TEXT);
      CREATE TABLE IF NOT EXISTS posts (id INTEGER PRIMARY KEY AUTOINCREMENT, ${columns.join(', ')},
        folded TEXT NOT NULL DEFAULT '');
      CREATE INDEX IF NOT EXISTS postsByDate ON posts (type, dateGmt);
      CREATE INDEX IF NOT EXISTS postsBySlug ON posts (type, slug);
      CREATE INDEX IF NOT EXISTS postsByParent ON posts (parent);
      CREATE TABLE IF NOT EXISTS terms (id INTEGER PRIMARY KEY AUTOINCREMENT, taxonomy TEXT, name TEXT, slug TEXT,
        parent INTEGER DEFAULT 0, description TEXT NOT NULL DEFAULT '');
      CREATE TABLE IF NOT EXISTS postTerms (postId INTEGER, taxonomy TEXT, termId INTEGER,
        PRIMARY KEY (postId, taxonomy, termId));
      CREATE TABLE IF NOT EXISTS postMeta (postId INTEGER, name TEXT, value TEXT, PRIMARY KEY (postId, name));
      CREATE TABLE IF NOT EXISTS tokens (hash TEXT PRIMARY KEY, userId INTEGER, expired INTEGER NOT NULL DEFAULT 0);
      CREATE TABLE IF NOT EXISTS refreshTokens (userId INTEGER, device TEXT, token TEXT, expires INTEGER,
        PRIMARY KEY (userId, device));
      CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT);
      CREATE TABLE IF NOT EXISTS idempotencyKeys (userId INTEGER, key TEXT, fingerprint TEXT, answer TEXT,
        PRIMARY KEY (userId, key));
      CREATE TABLE IF NOT EXISTS uploads (n INTEGER PRIMARY KEY, record TEXT NOT NULL);
    `);
  }

  close(): void {
    this.database.close();
  }

  /** Runs the steps as one transaction: all of them are on disk afterwards, or none. */
  atomically<T>(steps: () => T): T {
    this.db.exec('BEGIN IMMEDIATE');
    try {
      const result = steps();
      this.db.exec('COMMIT');
      return result;
    } catch (error) {
      this.db.exec('ROLLBACK');
      throw error;
    }
  }

  all<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.db.prepare(sql).all(...values) as T[];
  }

  one<T>(sql: string, ...values: SQLInputValue[]): T | null {
    return (this.db.prepare(sql).get(...values) as T | undefined) ?? null;
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.db.prepare(sql).run(...values).lastInsertRowid);
  }

  setting(name: string): string | null {
    return this.one<{ value: string }>('SELECT value FROM settings WHERE name = ?', name)?.value ?? null;
  }

  setSetting(name: string, value: string): void {
    this.run('INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', name, value);
  }

  addUser(user: User, accountPassword: string): void {
    const { id, login, email, name, role, registered } = user;
    this.run(
      'INSERT INTO users VALUES (?, ?, ?, ?, ?, ?, ?)',
      id,
      login,
      email,
      name,
      role,
      registered,
      accountPassword,
    );
  }

  users(): (User & { accountPassword: string })[] {
    return this.all('SELECT * FROM users ORDER BY id');
  }

  user(id: number): User | null {
    return this.one('SELECT id, login, email, name, role, registered FROM users WHERE id = ?', id);
  }

  /** By login name, or by e-mail address. */
  userByLogin(login: string): User | null {
    const sql =
      'SELECT id, login, email, name, role, registered FROM users WHERE lower(login) = lower(?1) OR lower(email) = lower(?1)';
    return this.one(sql, login);
  }

  addAppPassword(row: AppPasswordRow): void {
    const { uuid, userId, appId, name, hash, created, lastUsed, lastIp } = row;
    this.run(
      'INSERT INTO appPasswords VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      uuid,
      userId,
      appId,
      name,
      hash,
      created,
      lastUsed,
      lastIp,
    );
  }

  removeAppPassword(uuid: string): void {
    this.run('DELETE FROM appPasswords WHERE uuid = ?', uuid);
  }

  appPasswords(userId: number): AppPasswordRow[] {
    return this.all('SELECT * FROM appPasswords WHERE userId = ? ORDER BY rowid', userId);
  }

  post(id: number): PostRow | null {
    return this.one('SELECT * FROM posts WHERE id = ?', id);
  }

  posts(type: PostType): PostRow[] {
    return this.all('SELECT * FROM posts WHERE type = ? ORDER BY id', type);
  }

  attachmentsOf(parent: number): PostRow[] {
    return this.all("SELECT * FROM posts WHERE type = 'attachment' AND parent = ? ORDER BY id", parent);
  }

  insertPost(post: NewPost): number {
    const entries = Object.entries({ modifiedGmt: post.dateGmt, ...post }).filter(([, value]) => value !== undefined);
    const names = entries.map(([name]) => name);
    const sql = `INSERT INTO posts (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    const id = this.run(sql, ...entries.map(([, value]) => value as SQLInputValue));
    this.refold(id);
    return id;
  }

  updatePost(id: number, patch: Partial<Omit<PostRow, 'id'>>): void {
    const entries = Object.entries(patch).filter(([, value]) => value !== undefined);
    if (entries.length === 0) return;
    const sets = entries.map(([name]) => `${name} = ?`).join(', ');
    this.run(`UPDATE posts SET ${sets} WHERE id = ?`, ...entries.map(([, value]) => value as SQLInputValue), id);
    this.refold(id);
  }

  private refold(id: number): void {
    const post = this.post(id);
    if (post) {
      const folded = fold([post.title, post.excerpt, post.content].join('\n'));
      this.run('UPDATE posts SET folded = ? WHERE id = ?', folded, id);
    }
  }

  /** Removes a post; its attachments stay behind without a parent (platform facts, section 12). */
  deletePost(id: number): void {
    this.run('UPDATE posts SET parent = 0 WHERE parent = ?', id);
    this.run('UPDATE posts SET featuredMedia = 0 WHERE featuredMedia = ?', id);
    this.run('DELETE FROM postTerms WHERE postId = ?', id);
    this.run('DELETE FROM postMeta WHERE postId = ?', id);
    this.run('DELETE FROM posts WHERE id = ?', id);
  }

  slugTaken(type: PostType, slug: string, except: number): boolean {
    return this.one('SELECT 1 FROM posts WHERE type = ? AND slug = ? AND id <> ?', type, slug, except) !== null;
  }

  terms(taxonomy: string): TermRow[] {
    return this.all('SELECT * FROM terms WHERE taxonomy = ? ORDER BY name COLLATE NOCASE', taxonomy);
  }

  addTerm(taxonomy: string, name: string, slug: string, parent = 0, description = ''): number {
    const sql = 'INSERT INTO terms (taxonomy, name, slug, parent, description) VALUES (?, ?, ?, ?, ?)';
    return this.run(sql, taxonomy, name, slug, parent, description);
  }

  termIds(postId: number, taxonomy: string): number[] {
    const sql = 'SELECT termId FROM postTerms WHERE postId = ? AND taxonomy = ? ORDER BY termId';
    return this.all<{ termId: number }>(sql, postId, taxonomy).map((row) => row.termId);
  }

  /** Replaces the whole set; ids of no such term are ignored. */
  setTerms(postId: number, taxonomy: string, ids: readonly number[]): void {
    const known = new Set(this.terms(taxonomy).map((term) => term.id));
    this.run('DELETE FROM postTerms WHERE postId = ? AND taxonomy = ?', postId, taxonomy);
    for (const id of new Set(ids)) {
      if (known.has(id)) this.run('INSERT INTO postTerms VALUES (?, ?, ?)', postId, taxonomy, id);
    }
  }

  countOfTerm(id: number): number {
    const sql =
      "SELECT count(*) AS n FROM postTerms JOIN posts ON posts.id = postId WHERE termId = ? AND status = 'publish'";
    return this.one<{ n: number }>(sql, id)?.n ?? 0;
  }

  /** One page of posts and the number of all that match, whoever may see them. */
  findPosts(query: PostQuery): { rows: PostRow[]; total: number } {
    return findPosts(this, query);
  }
}
