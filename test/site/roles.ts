// Roles and capabilities as a fresh WordPress has them, and the two questions asked of a post: may edit, may read.
import type { PostRow } from './store.ts';

/** `uploader` is a role that somebody made for those who only send videos. */
export type Role = 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber' | 'uploader';

export interface User {
  id: number;
  login: string;
  email: string;
  name: string;
  role: Role;
  registered: string;
}

const SUBSCRIBER = ['read', 'level_0'];
const CONTRIBUTOR = ['edit_posts', 'read', 'level_1', 'level_0', 'delete_posts'];
const UPLOADER = ['read', 'edit_posts', 'upload_files'];
const AUTHOR = [
  'upload_files',
  'edit_posts',
  'edit_published_posts',
  'publish_posts',
  'read',
  'level_2',
  'level_1',
  'level_0',
  'delete_posts',
  'delete_published_posts',
];
const EDITOR = [
  ...AUTHOR,
  'moderate_comments',
  'manage_categories',
  'manage_links',
  'unfiltered_html',
  'edit_others_posts',
  'edit_pages',
  'edit_others_pages',
  'edit_published_pages',
  'publish_pages',
  'delete_pages',
  'delete_others_pages',
  'delete_published_pages',
  'delete_others_posts',
  'delete_private_posts',
  'edit_private_posts',
  'read_private_posts',
  'delete_private_pages',
  'edit_private_pages',
  'read_private_pages',
];
const ADMINISTRATOR = [
  ...EDITOR,
  'switch_themes',
  'edit_themes',
  'activate_plugins',
  'edit_plugins',
  'edit_users',
  'edit_files',
  'manage_options',
  'import',
  'delete_users',
  'create_users',
  'unfiltered_upload',
  'edit_dashboard',
  'update_plugins',
  'delete_plugins',
  'install_plugins',
  'update_themes',
  'install_themes',
  'update_core',
  'list_users',
  'remove_users',
  'promote_users',
  'edit_theme_options',
  'delete_themes',
  'export',
];

const BY_ROLE: Record<Role, readonly string[]> = {
  administrator: ADMINISTRATOR,
  editor: EDITOR,
  author: AUTHOR,
  contributor: CONTRIBUTOR,
  subscriber: SUBSCRIBER,
  uploader: UPLOADER,
};

export function capabilitiesOf(role: Role): readonly string[] {
  return BY_ROLE[role];
}

export function can(user: User | null, capability: string): boolean {
  return user !== null && BY_ROLE[user.role].includes(capability);
}

function isOut(status: string | null): boolean {
  return status === 'publish' || status === 'future';
}

/** edit_post and delete_post, which follow the same rules with another verb. */
export function mayChange(user: User | null, post: PostRow, verb: 'edit' | 'delete'): boolean {
  if (!user) return false;
  const status = post.status === 'trash' ? post.trashStatus : post.status;
  if (post.author === user.id) return can(user, isOut(status) ? `${verb}_published_posts` : `${verb}_posts`);
  if (!can(user, `${verb}_others_posts`)) return false;
  if (isOut(status)) return can(user, `${verb}_published_posts`);
  return status === 'private' ? can(user, `${verb}_private_posts`) : true;
}

/** read_post; `parent` is asked for attachments, whose status is inherited. */
export function mayRead(user: User | null, post: PostRow, parent: PostRow | null): boolean {
  if (post.status === 'publish') return true;
  if (post.status === 'inherit') return parent ? mayRead(user, parent, null) : true;
  if (!user) return false;
  if (post.author === user.id) return can(user, 'read');
  return post.status === 'private' ? can(user, 'read_private_posts') : mayChange(user, post, 'edit');
}
