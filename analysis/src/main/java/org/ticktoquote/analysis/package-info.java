/** Journals and captures in, verdicts and reports out. */
@NullMarked
package org.ticktoquote.analysis;

import org.jspecify.annotations.NullMarked;
