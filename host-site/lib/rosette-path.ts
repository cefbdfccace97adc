export { rosettePath } from '../../contract/rosette-path'
