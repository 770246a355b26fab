/** How processes share folders and files: claims that end with their holder, files that appear whole or not at all, and their digests. */
@NullMarked
package org.ticktoquote.core.file;

import org.jspecify.annotations.NullMarked;
