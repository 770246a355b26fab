/** Checksums. */
@NullMarked
package org.ticktoquote.core.checksum;

import org.jspecify.annotations.NullMarked;
