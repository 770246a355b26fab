/** Memory-mapped, preallocated, append-only files of fixed-size records. */
@NullMarked
package org.ticktoquote.core.journal;

import org.jspecify.annotations.NullMarked;
