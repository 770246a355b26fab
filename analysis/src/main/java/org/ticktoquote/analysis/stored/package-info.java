/** Journals of a run on disk: compression and retention. */
@NullMarked
package org.ticktoquote.analysis.stored;

import org.jspecify.annotations.NullMarked;
