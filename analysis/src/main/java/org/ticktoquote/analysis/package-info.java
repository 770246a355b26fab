/** Analysis of journals and captures: figures, verdicts and reports. */
@NullMarked
package org.ticktoquote.analysis;

import org.jspecify.annotations.NullMarked;
