/** Files and folders that processes share: claims that end with their holder, atomic writes, digests and packed input. */
@NullMarked
package org.ticktoquote.core.file;

import org.jspecify.annotations.NullMarked;
