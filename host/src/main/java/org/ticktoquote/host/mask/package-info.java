/** CPU masks of threads: read, set, and restored. */
@NullMarked
package org.ticktoquote.host.mask;

import org.jspecify.annotations.NullMarked;
