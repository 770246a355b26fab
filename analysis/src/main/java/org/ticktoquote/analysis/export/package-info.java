/** Export of runs as tables for query engines. A {@link org.ticktoquote.analysis.export.TableFormat} stores them. */
@NullMarked
package org.ticktoquote.analysis.export;

import org.jspecify.annotations.NullMarked;
