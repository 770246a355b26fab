/** How processes share folders and files: claims that end with their holder, and files that appear whole or not at all. */
@NullMarked
package org.ticktoquote.core.file;

import org.jspecify.annotations.NullMarked;
