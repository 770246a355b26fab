/** CPU masks of threads: read, set, and restored. */
@NullMarked
package org.ticktoquote.harness.threads.mask;

import org.jspecify.annotations.NullMarked;
