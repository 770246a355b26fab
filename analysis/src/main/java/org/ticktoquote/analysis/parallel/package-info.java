/** Work that is done by several threads at once, with the same outcome for any number of them. */
@NullMarked
package org.ticktoquote.analysis.parallel;

import org.jspecify.annotations.NullMarked;
