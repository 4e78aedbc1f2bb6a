// What a user may do on the site: core's meta capabilities mapped as WordPress maps them, and what nobody can know apart from what is not allowed.

/** Which primitive capability answers for a meta one (WordPress, wp-includes/capabilities.php, `map_meta_cap`). */
const mapped: Readonly<Record<string, string>> = {
  manage_post_tags: 'manage_categories',
  edit_categories: 'manage_categories',
  edit_post_tags: 'manage_categories',
  delete_categories: 'manage_categories',
  delete_post_tags: 'manage_categories',
  assign_categories: 'edit_posts',
  assign_post_tags: 'edit_posts',
};

/** Core's own primitive capabilities (wp-admin/includes/schema.php, `populate_roles`): a user who has one is listed with it. */
const primitive: ReadonlySet<string> = new Set(
  `activate_plugins create_users delete_others_pages delete_others_posts delete_pages delete_plugins delete_posts
  delete_private_pages delete_private_posts delete_published_pages delete_published_posts delete_themes delete_users
  edit_dashboard edit_files edit_others_pages edit_others_posts edit_pages edit_plugins edit_posts edit_private_pages
  edit_private_posts edit_published_pages edit_published_posts edit_theme_options edit_themes edit_users export import
  install_plugins install_themes list_users manage_categories manage_links manage_options moderate_comments promote_users
  publish_pages publish_posts read read_private_pages read_private_posts remove_users switch_themes unfiltered_html
  unfiltered_upload update_core update_plugins update_themes upload_files`.split(/\s+/),
);

/** PHP asks whether a grant is empty, and some role editors write 1 or "1" instead of true. */
function isGrant(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== 0 && value !== '' && value !== '0';
}

/**
 * Whether the account has a capability, by the list that `users/me` gives of it; null = the list does not tell: a plugin may map
 * its own capabilities to others, and then they are listed for nobody.
 */
export function mayDo(capability: string, listed: Readonly<Record<string, unknown>>): boolean | null {
  if (capability === 'do_not_allow') return false;
  if (capability === 'exist') return true;
  // A plugin may also grant what core only maps.
  if (Object.hasOwn(listed, capability)) return isGrant(listed[capability]);
  const asked = Object.hasOwn(mapped, capability) ? (mapped[capability] as string) : capability;
  if (Object.hasOwn(listed, asked)) return isGrant(listed[asked]);
  // A super administrator without a role on this site has every right and an empty list.
  return primitive.has(asked) && Object.keys(listed).length > 0 ? false : null;
}
